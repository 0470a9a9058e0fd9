-- The number of photos of each turbine and year: the list of turbines would otherwise count every photo after each change.
create table photo_year (
  turbine_id bigint not null references turbine (id) on delete cascade,
  year bigint not null,
  photos bigint not null check (photos > 0),
  primary key (turbine_id, year)
);

insert into photo_year (turbine_id, year, photos)
select turbine_id, year, count(*) from photo group by turbine_id, year;

create function count_added_photo() returns trigger language plpgsql as $$
begin
  insert into photo_year (turbine_id, year, photos) values (new.turbine_id, new.year, 1)
  on conflict (turbine_id, year) do update set photos = photo_year.photos + 1;
  return null;
end $$;
create trigger photo_is_added after insert on photo for each row execute function count_added_photo();

create function count_deleted_photo() returns trigger language plpgsql as $$
begin
  delete from photo_year where turbine_id = old.turbine_id and year = old.year and photos = 1;
  update photo_year set photos = photos - 1 where turbine_id = old.turbine_id and year = old.year;
  return null;
end $$;
create trigger photo_is_deleted after delete on photo for each row execute function count_deleted_photo();

create function refuse_moved_photo() returns trigger language plpgsql as $$
begin
  raise exception 'a photo keeps its turbine and its year';
end $$;
create trigger photo_is_moved after update of turbine_id, year on photo for each row execute function refuse_moved_photo();
