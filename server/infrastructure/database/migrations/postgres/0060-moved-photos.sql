-- A photo can be moved to another category, blade, room or year of its turbine. The trigger runs once for each statement, as those of added and
-- deleted photos do.
drop trigger photo_is_moved on photo;
drop function refuse_moved_photo();
create function count_moved_photos() returns trigger language plpgsql as $$
declare
  gone record;
begin
  if exists (select 1 from went join came on came.id = went.id where came.turbine_id <> went.turbine_id) then
    raise exception 'a photo keeps its turbine';
  end if;
  for gone in
    select went.turbine_id, went.year, count(*) as photos
    from went join came on came.id = went.id where came.year <> went.year group by went.turbine_id, went.year
  loop
    delete from photo_year where turbine_id = gone.turbine_id and year = gone.year and photos = gone.photos;
    update photo_year set photos = photos - gone.photos where turbine_id = gone.turbine_id and year = gone.year;
  end loop;
  insert into photo_year (turbine_id, year, photos)
  select came.turbine_id, came.year, count(*)
  from went join came on came.id = went.id where came.year <> went.year group by came.turbine_id, came.year
  on conflict (turbine_id, year) do update set photos = photo_year.photos + excluded.photos;
  return null;
end $$;
create trigger photo_is_moved after update on photo referencing old table as went new table as came
  for each statement execute function count_moved_photos();

-- The photos that were moved since a version was published, as the version has them. All others are where their version has them.
create table moved_photo (
  version_id bigint not null references inspection_version (id) on delete cascade,
  photo_id bigint not null references photo (id) on delete cascade,
  -- 0 for a photo that came to the year of the version later. The place is that of the version, so it has none.
  is_sealed bigint not null check (is_sealed in (0, 1)),
  category text collate "C",
  blade text collate "C",
  room text collate "C",
  primary key (version_id, photo_id)
);
create index moved_photo_by_photo on moved_photo (photo_id);

-- The number of a finding whose photo was moved to another blade: it keeps that of the blade before. Null if blade, side and serial are the number.
alter table finding add column kept_number text collate "C";
alter table published_finding add column kept_number text collate "C";
create index finding_by_kept_number on finding (kept_number) where kept_number is not null;

-- Where a moved photo was, and where it is, as a JSON object. Null for all other actions.
alter table audit add column moved text collate "C" check (moved is null or moved::json is not null);
