-- The inspection of a turbine and year as a piece of work. What a finding says about a blade is worked on in private and published; what is
-- done about it (status, due date) is live. `docs/decisions/pictures-and-findings/releases.md` has the whole of it.

-- Where each inspection is. A row is there as soon as the year has a photo, a finding or a saved inspection.
create table inspection_work (
  turbine_id integer not null references turbine (id) on delete cascade,
  year integer not null,
  state text not null default 'open' check (state in ('open', 'in_review', 'published')),
  -- Since when it is in this state.
  since text not null,
  -- How often its state has changed.
  changes integer not null default 0,
  -- Why photos were not looked at.
  unlooked_reason text not null default '',
  -- The newest version that is not withdrawn.
  published_version integer,
  primary key (turbine_id, year)
) strict, without rowid;
create index inspection_work_by_year on inspection_work (year, turbine_id);

-- Each change of a state: who waits for whom, since when, and who has decided.
create table inspection_step (
  id integer primary key autoincrement,
  turbine_id integer not null references turbine (id) on delete cascade,
  year integer not null,
  step text not null check (step in ('open', 'in_review', 'published', 'withdrawn')),
  at text not null,
  user_id integer references user (id) on delete set null,
  user_name text not null,
  reason text not null default '',
  -- The version that was published or withdrawn.
  version integer
) strict;
create index inspection_step_by_inspection on inspection_step (turbine_id, year, id);
create index inspection_step_by_user on inspection_step (user_id);

-- A person in a sealed document. The name stands here, outside of the seal, so that a person can be forgotten without breaking it.
create table person (
  id text primary key,
  user_id integer unique references user (id) on delete set null,
  name text not null
) strict;

-- A published version. Nothing of it ever changes, except that it can be withdrawn.
create table inspection_version (
  id integer primary key autoincrement,
  turbine_id integer not null references turbine (id) on delete cascade,
  year integer not null,
  version integer not null check (version > 0),
  published_at text not null,
  user_id integer references user (id) on delete set null,
  user_name text not null,
  reason text not null default '',
  unlooked_reason text not null default '',
  -- The `InspectionFields` as JSON; null if nobody had saved them.
  fields text check (fields is null or json_valid(fields)),
  photos integer not null,
  looked_at integer not null,
  withdrawn_at text,
  withdrawn_by text not null default '',
  withdrawn_reason text not null default '',
  -- The SHA-256 of the document. Null only until the maintenance has sealed what was there before releases.
  sha256 text,
  -- Canonical JSON (RFC 8785).
  document text,
  unique (turbine_id, year, version)
) strict;
create index inspection_version_by_user on inspection_version (user_id);
create index inspection_version_unsealed on inspection_version (id) where sha256 is null;

-- The findings of each version, with the columns of `finding`. `is_current` is 1 in the newest version that is not withdrawn: what those
-- read who see only what is published. Triggers keep status and due date as they are.
create table published_finding (
  version_id integer not null references inspection_version (id) on delete cascade,
  id integer not null,
  is_current integer not null check (is_current in (0, 1)),
  turbine_id integer not null references turbine (id) on delete cascade,
  serial integer not null,
  photo_id integer references photo (id) on delete set null,
  shape text,
  blade text not null,
  side text not null,
  room text,
  type text not null,
  severity integer,
  from_m real,
  to_m real,
  positions_m text not null,
  length_mm real,
  width_mm real,
  area_cm2 real,
  opening_mm real,
  diameter_mm real,
  depth_mm real,
  count integer,
  text text not null,
  status text not null,
  year integer not null,
  found_on text not null,
  own_due_on text,
  due_reason text not null,
  earlier_id integer,
  user_id integer references user (id) on delete set null,
  user_name text not null,
  created_at text not null,
  updated_at text not null,
  revision integer not null,
  primary key (version_id, id)
) strict;
create index published_finding_by_id on published_finding (id);
create index published_finding_by_turbine on published_finding (turbine_id, year) where is_current = 1;
create index published_finding_unsolved on published_finding (turbine_id, severity, id) where is_current = 1 and status in ('open', 'monitored');
create index published_finding_by_earlier on published_finding (earlier_id) where is_current = 1;
create index published_finding_by_photo on published_finding (photo_id);
create index published_finding_by_user on published_finding (user_id);

-- What a reviewer has decided. It holds for the finding as it was: another revision is to be reviewed again.
create table finding_review (
  finding_id integer primary key references finding (id) on delete cascade,
  turbine_id integer not null references turbine (id) on delete cascade,
  decision text not null check (decision in ('accepted', 'returned')),
  finding_revision integer not null,
  at text not null,
  user_id integer references user (id) on delete set null,
  user_name text not null
) strict;
create index finding_review_by_turbine on finding_review (turbine_id);
create index finding_review_by_user on finding_review (user_id);

-- Who has looked at a photo, and when: null if nobody has.
alter table photo add column looked_at text;
alter table photo add column looked_by integer references user (id) on delete set null;
create index photo_looked_at on photo (turbine_id, year) where looked_at is not null;
create index photo_by_looker on photo (looked_by) where looked_by is not null;

-- True if nobody publishes an inspection alone.
alter table company add column review_required integer not null default 0 check (review_required in (0, 1));
-- `team` for those who work on the inspections, `all` for everybody who sees the turbine.
alter table comment add column audience text not null default 'all' check (audience in ('team', 'all'));
-- 1 for a report that was made before its inspection was published: it is for the team.
alter table report add column is_draft integer not null default 0 check (is_draft in (0, 1));

create trigger inspection_begins_with_photo after insert on photo_year begin
  insert into inspection_work (turbine_id, year, since) values (new.turbine_id, new.year, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
  on conflict do nothing;
end;

create trigger inspection_begins_with_finding after insert on finding begin
  insert into inspection_work (turbine_id, year, since) values (new.turbine_id, new.year, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
  on conflict do nothing;
end;

create trigger inspection_begins_with_moved_finding after update of year on finding begin
  insert into inspection_work (turbine_id, year, since) values (new.turbine_id, new.year, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
  on conflict do nothing;
end;

create trigger inspection_begins_with_form after insert on inspection begin
  insert into inspection_work (turbine_id, year, since) values (new.turbine_id, new.year, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
  on conflict do nothing;
end;

create trigger finding_looks_at_photo after insert on finding when new.photo_id is not null begin
  update photo set looked_at = new.updated_at, looked_by = new.user_id where id = new.photo_id and looked_at is null;
end;

create trigger finding_looks_at_other_photo after update of photo_id on finding when new.photo_id is not null begin
  update photo set looked_at = new.updated_at, looked_by = new.user_id where id = new.photo_id and looked_at is null;
end;

create trigger finding_is_followed_up after update of status, own_due_on, due_reason on finding
when old.status <> new.status or old.own_due_on is not new.own_due_on or old.due_reason <> new.due_reason begin
  update published_finding
  set status = new.status, own_due_on = new.own_due_on, due_reason = new.due_reason, updated_at = new.updated_at
  where id = new.id;
end;

-- What is there stays visible: it is version 1 of its inspection. The maintenance seals it later.
insert into inspection_work (turbine_id, year, state, since, published_version)
select turbine_id, year, 'published', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), 1
from (select turbine_id, year from photo_year union select turbine_id, year from finding union select turbine_id, year from inspection) as there;

update photo set looked_at = (select min(created_at) from finding where finding.photo_id = photo.id)
where id in (select photo_id from finding);

insert into inspection_version (turbine_id, year, version, published_at, user_name, fields, photos, looked_at)
select inspection_work.turbine_id, inspection_work.year, 1, inspection_work.since, 'before releases',
  (select json_object(
    'first_day', first_day, 'last_day', last_day, 'methods', json(methods), 'inspector', inspector, 'weather', weather,
    'camera', camera, 'not_seen', not_seen)
   from inspection
   where inspection.turbine_id = inspection_work.turbine_id and inspection.year = inspection_work.year),
  coalesce((select photos from photo_year
    where photo_year.turbine_id = inspection_work.turbine_id and photo_year.year = inspection_work.year), 0),
  (select count(*) from photo
    where photo.turbine_id = inspection_work.turbine_id and photo.year = inspection_work.year and looked_at is not null)
from inspection_work;

insert into inspection_step (turbine_id, year, step, at, user_name, version)
select turbine_id, year, 'published', published_at, user_name, 1 from inspection_version;

insert into published_finding (version_id, id, is_current, turbine_id, serial, photo_id, shape, blade, side, room, type, severity, from_m, to_m, positions_m, length_mm, width_mm, area_cm2,
  opening_mm, diameter_mm, depth_mm, count, text, status, year, found_on, own_due_on, due_reason, earlier_id, user_id,
  user_name, created_at, updated_at, revision)
select inspection_version.id, finding.id, 1, finding.turbine_id, finding.serial, finding.photo_id, finding.shape, finding.blade, finding.side, finding.room, finding.type,
  finding.severity, finding.from_m, finding.to_m, finding.positions_m, finding.length_mm, finding.width_mm,
  finding.area_cm2, finding.opening_mm, finding.diameter_mm, finding.depth_mm, finding.count, finding.text,
  finding.status, finding.year, finding.found_on, finding.own_due_on, finding.due_reason, finding.earlier_id,
  finding.user_id, finding.user_name, finding.created_at, finding.updated_at, finding.revision
from finding
join inspection_version on inspection_version.turbine_id = finding.turbine_id and inspection_version.year = finding.year;
