-- The number of photos of each turbine and year: the list of turbines would otherwise count every photo after each change.
create table photo_year (
  turbine_id integer not null references turbine (id) on delete cascade,
  year integer not null,
  photos integer not null check (photos > 0),
  primary key (turbine_id, year)
) strict, without rowid;

insert into photo_year (turbine_id, year, photos)
select turbine_id, year, count(*) from photo group by turbine_id, year;

create trigger photo_is_added after insert on photo begin
  insert into photo_year (turbine_id, year, photos) values (new.turbine_id, new.year, 1)
  on conflict do update set photos = photos + 1;
end;

create trigger photo_is_deleted after delete on photo begin
  delete from photo_year where turbine_id = old.turbine_id and year = old.year and photos = 1;
  update photo_year set photos = photos - 1 where turbine_id = old.turbine_id and year = old.year;
end;

create trigger photo_is_moved after update of turbine_id, year on photo begin
  select raise(abort, 'a photo keeps its turbine and its year');
end;
