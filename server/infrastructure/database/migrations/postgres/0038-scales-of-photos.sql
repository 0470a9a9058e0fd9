-- A line of known length on the photo, by which people measure there, as a JSON object. SQL null: nobody has drawn one.
alter table photo add column scale text collate "C" check (scale is null or scale::json is not null);
