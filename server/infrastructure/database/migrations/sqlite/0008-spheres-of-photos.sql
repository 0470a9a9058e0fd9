-- What the file says about the sphere (GPano), as a JSON object; the JSON `null` if it says nothing. SQL null: nobody has looked, the
-- photo is from before this column.
alter table photo add column gpano text check (gpano is null or json_valid(gpano));
