-- What the file says about the sphere (GPano), as a JSON object; the JSON `null` if it says nothing. SQL null: not read, because the
-- photo was uploaded before this column existed.
alter table photo add column gpano text collate "C" check (gpano is null or gpano::json is not null);
