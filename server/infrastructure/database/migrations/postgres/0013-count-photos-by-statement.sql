-- These two triggers run once for each statement, not for each row: every change of a row makes a new version of it, and within a transaction all
-- versions stay. For a turbine with 8,000 photos of one year, 8,000 versions took 2.8 seconds.
drop trigger photo_is_added on photo;
drop function count_added_photo();
create function count_added_photos() returns trigger language plpgsql as $$
begin
  insert into photo_year (turbine_id, year, photos)
  select turbine_id, year, count(*) from added group by turbine_id, year
  on conflict (turbine_id, year) do update set photos = photo_year.photos + excluded.photos;
  return null;
end $$;
create trigger photo_is_added after insert on photo referencing new table as added
  for each statement execute function count_added_photos();

drop trigger photo_is_deleted on photo;
drop function count_deleted_photo();
create function count_deleted_photos() returns trigger language plpgsql as $$
declare
  gone record;
begin
  for gone in select turbine_id, year, count(*) as photos from deleted group by turbine_id, year loop
    delete from photo_year where turbine_id = gone.turbine_id and year = gone.year and photos = gone.photos;
    update photo_year set photos = photos - gone.photos where turbine_id = gone.turbine_id and year = gone.year;
  end loop;
  return null;
end $$;
create trigger photo_is_deleted after delete on photo referencing old table as deleted
  for each statement execute function count_deleted_photos();
