-- A photo can be moved to another category, blade, room or year of its turbine.
drop trigger photo_is_moved;
create trigger photo_is_moved after update of turbine_id, year on photo
when old.turbine_id <> new.turbine_id or old.year <> new.year begin
  select raise(abort, 'a photo keeps its turbine') where old.turbine_id <> new.turbine_id;
  delete from photo_year where turbine_id = old.turbine_id and year = old.year and photos = 1;
  update photo_year set photos = photos - 1 where turbine_id = old.turbine_id and year = old.year;
  insert into photo_year (turbine_id, year, photos) values (new.turbine_id, new.year, 1)
  on conflict do update set photos = photos + 1;
end;

-- The photos that were moved since a version was published, as the version has them. All others are where their version has them.
create table moved_photo (
  version_id integer not null references inspection_version (id) on delete cascade,
  photo_id integer not null references photo (id) on delete cascade,
  -- 0 for a photo that came to the year of the version later. The place is that of the version, so it has none.
  is_sealed integer not null check (is_sealed in (0, 1)),
  category text,
  blade text,
  room text,
  primary key (version_id, photo_id)
) strict, without rowid;
create index moved_photo_by_photo on moved_photo (photo_id);

-- The number of a finding whose photo was moved to another blade: it keeps that of the blade before. Null if blade, side and serial are the number.
alter table finding add column kept_number text;
alter table published_finding add column kept_number text;
create index finding_by_kept_number on finding (kept_number) where kept_number is not null;

-- Where a moved photo was, and where it is, as a JSON object. Null for all other actions.
alter table audit add column moved text check (moved is null or json_valid(moved));
