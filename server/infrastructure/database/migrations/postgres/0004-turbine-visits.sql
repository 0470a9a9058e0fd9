-- When a user last opened a turbine's page. Photos that others have uploaded since then are new to them.
create table turbine_visit (
  user_id bigint not null references "user" (id) on delete cascade,
  turbine_id bigint not null references turbine (id) on delete cascade,
  visited_at text collate "C" not null,
  primary key (user_id, turbine_id)
);
create index turbine_visit_by_turbine on turbine_visit (turbine_id);

-- The list of turbines reads counts, years and newest photo of every turbine from these two indexes alone.
drop index photo_by_time;
create index photo_by_time on photo (turbine_id, uploaded_at, id, uploader_id, width);
create index photo_by_year on photo (turbine_id, year);
