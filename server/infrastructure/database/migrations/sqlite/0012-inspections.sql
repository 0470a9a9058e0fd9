-- What a report says about the inspection of a turbine in one year, beside its photos and findings.
create table inspection (
  id integer primary key autoincrement,
  turbine_id integer not null references turbine (id) on delete cascade,
  year integer not null,
  -- Days, such as `2026-11-21`.
  first_day text,
  last_day text,
  -- A JSON array; `domain/inspection.ts` has its values.
  methods text not null default '[]' check (json_valid(methods)),
  inspector text not null default '',
  weather text not null default '',
  camera text not null default '',
  not_seen text not null default '',
  created_at text not null,
  updated_at text not null,
  unique (turbine_id, year)
) strict;

-- The last version of the made reports of each inspection. A version of a deleted report is never given again.
create table inspection_report_version (
  turbine_id integer not null references turbine (id) on delete cascade,
  year integer not null,
  last integer not null,
  primary key (turbine_id, year)
) strict, without rowid;
