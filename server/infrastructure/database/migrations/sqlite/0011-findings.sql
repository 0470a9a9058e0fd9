-- Damage that an inspection has found. `content/findings/types.json` has the types, so `type` has no list here.
create table finding (
  id integer primary key autoincrement,
  turbine_id integer not null references turbine (id) on delete cascade,
  -- The last part of the number for readers; `finding_serial` gives it.
  serial integer not null check (serial > 0),
  photo_id integer references photo (id) on delete set null,
  -- A JSON object; `domain/finding-shape.ts` has its form.
  shape text check (shape is null or json_valid(shape)),
  blade text not null check (blade in ('A', 'B', 'C')),
  side text not null check (side in ('LE', 'TE', 'PS', 'SS', 'BOX', 'NOSE', 'TAIL')),
  room text,
  type text not null,
  severity integer check (severity between 1 and 5),
  from_m real,
  to_m real,
  -- A JSON array of numbers.
  positions_m text not null default '[]' check (json_valid(positions_m)),
  length_mm real,
  width_mm real,
  area_cm2 real,
  opening_mm real,
  diameter_mm real,
  depth_mm real,
  count integer,
  text text not null default '',
  status text not null default 'open' check (status in ('open', 'monitored', 'repaired', 'closed')),
  year integer not null,
  -- Days, such as `2026-11-21`.
  found_on text not null,
  own_due_on text,
  due_reason text not null default '',
  -- Checked at the end of a transaction, because a copy of the rows may insert the later finding first.
  earlier_id integer unique references finding (id) on delete set null deferrable initially deferred,
  user_id integer references user (id) on delete set null,
  user_name text not null,
  created_at text not null,
  updated_at text not null,
  unique (turbine_id, blade, side, serial)
) strict;
create index finding_by_turbine on finding (turbine_id, year);
-- The list of turbines asks for the worst unsolved finding of each.
create index finding_unsolved on finding (turbine_id, severity, id) where status in ('open', 'monitored');
create index finding_by_photo on finding (photo_id);
create index finding_by_user on finding (user_id);

-- The last serial of each side of each blade. A serial of a deleted finding is never given again.
create table finding_serial (
  turbine_id integer not null references turbine (id) on delete cascade,
  blade text not null,
  side text not null,
  last integer not null,
  primary key (turbine_id, blade, side)
) strict, without rowid;

-- The months until a finding of this severity is due; null as in `content/findings/severities.json`.
alter table company add column deadline_2_months integer;
alter table company add column deadline_3_months integer;
alter table company add column deadline_4_months integer;
alter table company add column deadline_5_months integer;

alter table comment add column finding_id integer references finding (id) on delete set null;
create index comment_by_finding on comment (finding_id);

-- The state of a turbine asks for its newest year with a photo of a blade.
create index blade_photo_by_year on photo (turbine_id, year) where category = 'blade';
