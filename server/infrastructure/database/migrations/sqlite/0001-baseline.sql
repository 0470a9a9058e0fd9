-- The whole schema of version 1.0.0, record by record. Times are ISO 8601 texts in UTC, days are texts such as `2026-11-21`, sizes are bytes;
-- `*_folded` columns hold what uniqueness compares. Each later change is a file of its own.

-- == Installation

-- A database and the place of its files have the same id. Without it, nothing is removed from there.
create table installation (
  id text not null primary key,
  -- How many files without a row the last maintenance has found, and their bytes (`stray_bytes`). None is removed by itself.
  stray_files integer not null default 0 check (stray_files >= 0),
  -- When maintenance has last deleted by age. While the clock is more than a day away from it, nothing is deleted by age until three daily
  -- runs have clocks that agree: `differing_runs` counts them, and `differing_at` is the time of the last one, empty without one.
  clock_at text not null default '',
  differing_runs integer not null default 0 check (differing_runs >= 0),
  differing_at text not null default '',
  stray_bytes integer not null default 0 check (stray_bytes >= 0)
) strict, without rowid;
insert into installation (id, clock_at) values (lower(hex(randomblob(16))), strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));

-- The keys of deleted records whose files still have to be removed; `partial/ID` is an upload in parts. Triggers write them, so that no
-- deletion can forget it.
create table file_removal (
  key text not null primary key
) strict, without rowid;

-- Work that goes on after the answer to a request. Rows of finished jobs are deleted. Jobs of one queue run one after the other; of those that
-- may begin, the one with the smallest priority is next.
create table job (
  -- Its kind and its subject. Jobs with the same key are the same work.
  key text not null primary key,
  kind text not null,
  -- JSON for the handler of the kind.
  payload text not null,
  -- How often it has begun, also if the process was killed meanwhile.
  attempts integer not null default 0 check (attempts between 0 and max_attempts),
  max_attempts integer not null check (max_attempts > 0),
  -- When the next attempt may begin, in milliseconds since 1970.
  run_at integer not null,
  last_error text,
  queue text,
  priority integer not null default 0
) strict, without rowid;
create index job_by_time on job (kind, run_at);

-- == Companies

create table company (
  -- Never given twice: the audit log knows ids of deleted records.
  id integer primary key autoincrement,
  name text not null,
  name_folded text not null unique,
  contact_email text not null default '',
  authorized_number text not null default '',
  phone text not null default '',
  address text not null default '',
  created_at text not null,
  updated_at text not null,
  -- The months until a finding of this severity is due; null as in `content/findings/severities.json`.
  deadline_2_months integer,
  deadline_3_months integer,
  deadline_4_months integer,
  deadline_5_months integer,
  -- Its name in the IANA database. Its calendar decides what "today" is for the records of the company.
  time_zone text not null default 'Europe/Istanbul',
  -- Grows with each change of the record, so that a form that was opened before does not overwrite the change. Other records have it, too.
  revision integer not null default 1,
  -- 1 if nobody publishes an inspection alone.
  review_required integer not null default 0 check (review_required in (0, 1)),
  -- How many days an inspection may wait for its review.
  review_days integer not null default 7 check (review_days between 1 and 365),
  -- The last day for which users were told what is due and what waits too long, in the time zone of the company; null before the first.
  told_on text
) strict;

-- The operator's own company. Its users work for all companies. No list shows it.
insert into company (id, name, name_folded, created_at, updated_at)
select 999, 'Kanat', 'kanat', at, at from (select strftime('%Y-%m-%dT%H:%M:%fZ', 'now') as at);

-- == Users

create table user (
  id integer primary key autoincrement,
  first_name text not null,
  last_name text not null,
  email text not null,
  email_folded text not null unique,
  role text not null check (role in ('superadmin', 'admin', 'company_manager', 'operator', 'customer', 'viewer')),
  company_id integer not null references company (id),
  is_active integer not null default 1 check (is_active in (0, 1)),
  password_hash text not null,
  created_at text not null,
  updated_at text not null,
  -- 1 after signing in with a mailed password, until the user has chosen an own one.
  must_change_password integer not null default 0 check (must_change_password in (0, 1)),
  -- The mailed password of this sign-in, until the user has chosen: it may not become the own one.
  spent_password_sha256 text,
  -- When the last password was mailed; the next one has to wait a little.
  password_mailed_at text,
  -- Null if never. Sessions cannot say this, because they end.
  last_sign_in_at text,
  -- 0 after another person has changed the e-mail address, until its owner signs in with the own password or a superadmin confirms it. Until
  -- then no password is mailed, because the person who changed the address could read it.
  email_confirmed integer not null default 1 check (email_confirmed in (0, 1)),
  -- The language of mails to the user: that of the last sign-in; null if unknown.
  language text check (language in ('tr', 'en')),
  revision integer not null default 1,
  -- Whether the user gets the mail about inspections that wait; null before a choice: then the role decides.
  inspection_notices integer check (inspection_notices in (0, 1)),
  -- The day of the last such mail, in the time zone of the company.
  notices_sent_on text,
  -- What the user has chosen to be told of, as JSON; null before a choice.
  notification_choices text
) strict;
create index user_by_company on user (company_id);

-- `id` is the SHA-256 of the session's secret: a person who reads this table cannot sign in with it.
create table session (
  id text primary key,
  user_id integer not null references user (id) on delete cascade,
  expires_at integer not null,
  created_at text not null
) strict, without rowid;
create index session_by_user on session (user_id);
create index session_by_expiry on session (expires_at);

-- The own password keeps working until a mailed one is first used; then all mailed ones of the user are deleted. A later mail leaves an earlier
-- one valid: requests in the name of another person must not make each mail useless.
create table mailed_password (
  password_sha256 text primary key,
  user_id integer not null references user (id) on delete cascade,
  expires_at text not null
) strict, without rowid;
create index mailed_password_by_user on mailed_password (user_id);

-- From where a user has signed in lately: the address, of IPv6 its /64. The wrong passwords of strangers do not count there.
create table known_place (
  user_id integer not null references user (id) on delete cascade,
  place text not null,
  seen_at text not null,
  primary key (user_id, place)
) strict, without rowid;
create index known_place_by_time on known_place (seen_at);

-- The keys of calls that have made a record, each for two days: a call that is sent again with its key makes nothing.
create table idempotency_key (
  -- The SHA-256 of the user and the key, so that nobody finds the key of another user and no key is in the database.
  id text not null primary key,
  -- Null for visitors.
  user_id integer references user (id) on delete cascade,
  -- The method and the address.
  call text not null,
  -- The HMAC of the body, made with the key.
  body_hmac text not null,
  -- What answers the call again, as JSON: usually the id of the record.
  made text not null,
  created_at text not null
) strict, without rowid;
create index idempotency_key_by_user on idempotency_key (user_id);
create index idempotency_key_by_age on idempotency_key (created_at);

-- A user in sealed documents, by a random id. The name is here, outside of the seal, so that a person can be forgotten without breaking it. Two
-- users with the same name stay two people after their accounts are deleted, and one person has the same id in all versions.
create table person (
  id text primary key,
  user_id integer unique references user (id) on delete set null,
  name text not null
) strict;

create trigger user_is_person after insert on user begin
  insert into person (id, user_id, name) values (lower(hex(randomblob(16))), new.id, trim(new.first_name || ' ' || new.last_name));
end;

create trigger person_has_name_of_user after update of first_name, last_name on user begin
  update person set name = trim(new.first_name || ' ' || new.last_name) where user_id = new.id;
end;

-- Of a deleted user who is the author of nothing, nothing stays.
create trigger person_goes_with_user before delete on user begin
  delete from person where user_id = old.id
  and not exists (select 1 from finding where person_id = person.id)
  and not exists (select 1 from published_finding where person_id = person.id)
  and not exists (select 1 from inspection_version where person_id = person.id);
end;

-- == Turbines

create table turbine (
  id integer primary key autoincrement,
  turbine_name text not null default '',
  city text not null,
  code text not null,
  location text not null,
  site_name text not null default '',
  coordinates text,
  rooms integer not null default 3 check (rooms >= 1),
  status text not null default 'active'
    check (status in ('active', 'maintenance', 'faulty', 'offline', 'inactive', 'unknown')),
  company_id integer not null references company (id),
  created_at text not null,
  updated_at text not null,
  -- Metres from root to tip; null if unknown.
  blade_length real check (blade_length > 0),
  revision integer not null default 1,
  -- What the data plate says, and the height of the hub above the ground in metres; null if unknown.
  manufacturer text,
  model text,
  serial_number text,
  hub_height real check (hub_height > 0)
) strict;
create index turbine_by_company on turbine (company_id);

-- When a user last opened the page of a turbine. Photos that others have uploaded since then are new to them.
create table turbine_visit (
  user_id integer not null references user (id) on delete cascade,
  turbine_id integer not null references turbine (id) on delete cascade,
  visited_at text not null,
  primary key (user_id, turbine_id)
) strict, without rowid;
create index turbine_visit_by_turbine on turbine_visit (turbine_id);

-- == Photos

-- The name and the e-mail address of the uploader stay when the user is deleted.
create table photo (
  id integer primary key autoincrement,
  turbine_id integer not null references turbine (id) on delete cascade,
  key text not null unique,
  original_name text not null,
  category text not null check (category in ('blade', 'drone', 'operator', 'robot')),
  room text,
  blade text check (blade in ('A', 'B', 'C')),
  year integer not null,
  month integer not null check (month between 1 and 12),
  media_type text not null,
  size integer not null,
  width integer,
  height integer,
  sha256 text not null,
  uploaded_at text not null,
  uploader_id integer references user (id) on delete set null,
  uploader_name text not null,
  uploader_email text not null,
  -- What the file says about the sphere (GPano), as a JSON object; the JSON `null` if it says nothing. SQL null: not read yet.
  gpano text check (gpano is null or json_valid(gpano)),
  -- What the camera wrote into the photo (EXIF), as a JSON object. SQL null: not read yet, or a point cloud.
  exif text check (exif is null or json_valid(exif)),
  -- A line of known length on the photo, by which people measure there, as a JSON object.
  scale text check (scale is null or json_valid(scale)),
  -- Who has inspected the photo, and when: null if nobody has.
  looked_at text,
  looked_by integer references user (id) on delete set null,
  -- How the stored pixels are turned (EXIF orientation), and whether browsers show the original as its derivatives are. SQL null: not read
  -- yet, or a point cloud. A job reads such photos again, and finds them by the index `photo_unread`.
  orientation integer check (orientation between 1 and 8),
  original_shown integer check (original_shown in (0, 1)),
  unique (turbine_id, original_name)
) strict;
-- The list of turbines reads counts, years and newest photo of each turbine from `photo_by_time` and `photo_by_year` alone.
create index photo_by_time on photo (turbine_id, uploaded_at, id, uploader_id, width);
create index photo_by_year on photo (turbine_id, year);
create index photo_by_uploader on photo (uploader_id);
create index photo_by_looker on photo (looked_by) where looked_by is not null;
create index photo_looked_at on photo (turbine_id, year) where looked_at is not null;
create index photo_unread on photo (id) where original_shown is null and width is not null;
-- The state of a turbine asks for its newest year with a photo of a blade.
create index blade_photo_by_year on photo (turbine_id, year) where category = 'blade';
-- `MAY_SHOW_SPHERE` has the same condition: it finds spheres without reading every flat photo.
create index photo_with_sphere on photo (turbine_id)
where category = 'blade' and (abs(width - 2 * height) <= 2 or (width is not null and gpano is null) or gpano like '%"projection":"%');

-- The number of photos of each turbine and year: the list of turbines would otherwise count every photo after each change.
create table photo_year (
  turbine_id integer not null references turbine (id) on delete cascade,
  year integer not null,
  photos integer not null check (photos > 0),
  primary key (turbine_id, year)
) strict, without rowid;

create trigger photo_is_added after insert on photo begin
  insert into photo_year (turbine_id, year, photos) values (new.turbine_id, new.year, 1)
  on conflict do update set photos = photos + 1;
end;

create trigger photo_is_deleted after delete on photo begin
  delete from photo_year where turbine_id = old.turbine_id and year = old.year and photos = 1;
  update photo_year set photos = photos - 1 where turbine_id = old.turbine_id and year = old.year;
end;

create trigger photo_is_moved after update of turbine_id, year on photo
when old.turbine_id <> new.turbine_id or old.year <> new.year begin
  select raise(abort, 'a photo keeps its turbine') where old.turbine_id <> new.turbine_id;
  delete from photo_year where turbine_id = old.turbine_id and year = old.year and photos = 1;
  update photo_year set photos = photos - 1 where turbine_id = old.turbine_id and year = old.year;
  insert into photo_year (turbine_id, year, photos) values (new.turbine_id, new.year, 1)
  on conflict do update set photos = photos + 1;
end;

create trigger photo_leaves_files after delete on photo begin
  insert into file_removal (key) values (old.key) on conflict do nothing;
end;

-- Uploads whose files arrive in parts. The bytes are in the folder `partial/`.
create table partial_upload (
  id text not null primary key,
  user_id integer not null references user (id) on delete cascade,
  turbine_id integer not null references turbine (id) on delete cascade,
  -- The `Upload-Metadata` of the client, as a JSON object.
  metadata text not null,
  length integer not null check (length > 0),
  -- The bytes that are safely on the disk.
  received integer not null default 0 check (received between 0 and length),
  -- 1 when the record of the file is stored.
  is_kept integer not null default 0 check (is_kept in (0, 1)),
  changed_at text not null
) strict, without rowid;
create index partial_upload_by_user on partial_upload (user_id);
create index partial_upload_by_turbine on partial_upload (turbine_id);

create trigger partial_upload_leaves_parts after delete on partial_upload begin
  insert into file_removal (key) values ('partial/' || old.id) on conflict do nothing;
end;

-- The orders of ZIPs of photos, each for some minutes. Every server can answer the address of an order. The size of a ZIP depends on the
-- name of its turbine, so the order keeps both: the ZIP is the one that was ordered.
create table photo_archive (
  id text not null primary key,
  user_id integer not null references user (id) on delete cascade,
  turbine_id integer not null references turbine (id) on delete cascade,
  -- The ids of the photos, as a JSON array of numbers.
  photo_ids text not null,
  -- The language of the texts in the ZIP.
  language text not null,
  -- The name of the turbine in the ZIP.
  turbine_name text not null,
  -- The length of the ZIP, in bytes.
  size integer not null,
  expires_at text not null
) strict, without rowid;
create index photo_archive_by_user on photo_archive (user_id, expires_at);
create index photo_archive_by_turbine on photo_archive (turbine_id);
create index photo_archive_by_end on photo_archive (expires_at);

-- == Findings

-- Damage that an inspection has found. `content/findings/types.json` has the types, so `type` has no list here. Places and measures have three
-- digits after the decimal point.
create table finding (
  id integer primary key autoincrement,
  turbine_id integer not null references turbine (id) on delete cascade,
  -- The last part of the number for readers; `finding_serial` gives it.
  serial integer not null check (serial > 0),
  photo_id integer references photo (id) on delete set null,
  -- A JSON object; `domain/findings/finding-shape.ts` has its form.
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
  found_on text not null,
  own_due_on text,
  due_reason text not null default '',
  -- Checked at the end of a transaction, because a copy of the rows may insert the later finding first.
  earlier_id integer unique references finding (id) on delete set null deferrable initially deferred,
  user_id integer references user (id) on delete set null,
  user_name text not null,
  created_at text not null,
  updated_at text not null,
  revision integer not null default 1,
  -- The author, by the id of a `person`.
  person_id text,
  -- The number if its photo was moved to another blade: it keeps that of the blade before. Null if blade, side and serial are the number.
  kept_number text,
  unique (turbine_id, blade, side, serial)
) strict;
create index finding_by_turbine on finding (turbine_id, year);
create index finding_by_photo on finding (photo_id);
create index finding_by_user on finding (user_id);
create index finding_of_person on finding (person_id);
create index finding_by_kept_number on finding (kept_number) where kept_number is not null;
-- The list of turbines asks for the worst unsolved finding of each.
create index finding_unsolved on finding (turbine_id, severity, id) where status in ('open', 'monitored');

-- The last serial of each side of each blade. A serial of a deleted finding is never given again.
create table finding_serial (
  turbine_id integer not null references turbine (id) on delete cascade,
  blade text not null,
  side text not null,
  last integer not null,
  primary key (turbine_id, blade, side)
) strict, without rowid;

-- A finding continues one of an earlier day of its turbine and its blade, of no later year, so the links never form a circle. Triggers, because a
-- check knows only its own row. They look at both neighbours, because a copy of the rows may insert the later one first.
create trigger finding_is_added after insert on finding begin
  select raise(abort, 'a finding continues one of an earlier day of its turbine and its blade, of no later year') where exists (
    select 1 from finding as earlier
    where earlier.id = new.earlier_id
      and (earlier.found_on >= new.found_on or earlier.turbine_id <> new.turbine_id
        or earlier.blade <> new.blade or earlier.year > new.year)
    union all
    select 1 from finding as later
    where later.earlier_id = new.id
      and (later.found_on <= new.found_on or later.turbine_id <> new.turbine_id
        or later.blade <> new.blade or later.year < new.year)
  );
end;

create trigger finding_is_changed after update of id, turbine_id, blade, year, found_on, earlier_id on finding begin
  select raise(abort, 'a finding continues one of an earlier day of its turbine and its blade, of no later year') where exists (
    select 1 from finding as earlier
    where earlier.id = new.earlier_id
      and (earlier.found_on >= new.found_on or earlier.turbine_id <> new.turbine_id
        or earlier.blade <> new.blade or earlier.year > new.year)
    union all
    select 1 from finding as later
    where later.earlier_id = new.id
      and (later.found_on <= new.found_on or later.turbine_id <> new.turbine_id
        or later.blade <> new.blade or later.year < new.year)
  );
end;

-- A photo with a finding counts as inspected.
create trigger finding_looks_at_photo after insert on finding when new.photo_id is not null begin
  update photo set looked_at = new.updated_at, looked_by = new.user_id where id = new.photo_id and looked_at is null;
end;

create trigger finding_looks_at_other_photo after update of photo_id on finding when new.photo_id is not null begin
  update photo set looked_at = new.updated_at, looked_by = new.user_id where id = new.photo_id and looked_at is null;
end;

create trigger finding_has_person after insert on finding when new.person_id is null begin
  update finding set person_id = (select id from person where person.user_id = new.user_id) where id = new.id;
end;

create trigger person_goes_with_finding after delete on finding when old.user_id is null begin
  delete from person where id = old.person_id and user_id is null
  and not exists (select 1 from finding where person_id = person.id)
  and not exists (select 1 from published_finding where person_id = person.id)
  and not exists (select 1 from inspection_version where person_id = person.id);
end;

-- What a reviewer has decided. It holds for the finding as it was: another revision is to be reviewed again. The next decision names the id of
-- the one that it replaces.
create table finding_review (
  id integer primary key autoincrement,
  finding_id integer not null unique references finding (id) on delete cascade,
  turbine_id integer not null references turbine (id) on delete cascade,
  decision text not null check (decision in ('accepted', 'returned')),
  finding_revision integer not null,
  at text not null,
  user_id integer references user (id) on delete set null,
  user_name text not null
) strict;
create index finding_review_by_turbine on finding_review (turbine_id);
create index finding_review_by_user on finding_review (user_id);

-- == Comments

create table comment (
  id integer primary key autoincrement,
  turbine_id integer not null references turbine (id) on delete cascade,
  user_id integer references user (id) on delete set null,
  user_name text not null,
  comment text not null,
  created_at text not null,
  updated_at text not null,
  finding_id integer references finding (id) on delete set null,
  -- `team` for those who work on the inspections, `all` for everybody who sees the turbine.
  audience text not null default 'all' check (audience in ('team', 'all'))
) strict;
create index comment_by_turbine on comment (turbine_id, created_at);
create index comment_by_user on comment (user_id);
create index comment_by_finding on comment (finding_id);

-- == Inspections. What a finding says about a blade is worked on in private and published; what is done about it (status, due date) is live. See
-- `docs/decisions/pictures-and-findings/releases.md`.

-- What a report says about the inspection of a turbine in one year, beside its photos and findings.
create table inspection (
  id integer primary key autoincrement,
  turbine_id integer not null references turbine (id) on delete cascade,
  year integer not null,
  first_day text,
  last_day text,
  -- A JSON array; `domain/inspections/inspection.ts` has its values.
  methods text not null default '[]' check (json_valid(methods)),
  inspector text not null default '',
  weather text not null default '',
  camera text not null default '',
  not_seen text not null default '',
  created_at text not null,
  updated_at text not null,
  revision integer not null default 1,
  unique (turbine_id, year)
) strict;

-- Where each inspection is. A row is there as soon as the year has a photo, a finding or a saved inspection.
create table inspection_work (
  turbine_id integer not null references turbine (id) on delete cascade,
  year integer not null,
  state text not null default 'open' check (state in ('open', 'in_review', 'published')),
  -- Since when it is in this state.
  since text not null,
  -- How often its state has changed.
  changes integer not null default 0,
  -- Why photos were not inspected.
  unlooked_reason text not null default '',
  -- The newest version that is not withdrawn.
  published_version integer,
  primary key (turbine_id, year)
) strict, without rowid;
create index inspection_work_by_year on inspection_work (year, turbine_id);

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
  -- The `InspectionFields` as JSON; null of versions of before they were frozen.
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
  -- How many findings its report has: its own, and the unsolved ones of earlier years. Null for what was there before releases.
  report_findings integer,
  -- The publisher, by the id of a `person`; null only of a version of before releases, which nobody has published.
  person_id text,
  -- The SHA-256 of the version before it, also of one that is withdrawn; null for the first one.
  previous text,
  -- The names behind the ids of people, as they were when it was published, with a random salt: JSON. Its SHA-256 is signed.
  people text,
  -- In Base64. `key_id` is that of a `signing_key`.
  signature text,
  key_id text,
  -- 1 of a version that was published before there were signatures. The maintenance signs it later, and its statement says so.
  signed_later integer not null default 0 check (signed_later in (0, 1)),
  unique (turbine_id, year, version)
) strict;
create index inspection_version_by_user on inspection_version (user_id);
create index version_of_person on inspection_version (person_id);
create index inspection_version_unsigned on inspection_version (id) where signature is null;

-- The findings of each version, with the columns of `finding`. `is_current` is 1 in the newest version that is not withdrawn: readers who see
-- only what is published read those. A trigger keeps status and due date as they are.
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
  person_id text,
  kept_number text,
  primary key (version_id, id)
) strict;
create index published_finding_by_id on published_finding (id);
create index published_finding_by_turbine on published_finding (turbine_id, year) where is_current = 1;
create index published_finding_of_turbine on published_finding (turbine_id);
create index published_finding_by_photo on published_finding (photo_id);
create index published_finding_by_user on published_finding (user_id);
create index published_finding_of_person on published_finding (person_id);
create index published_finding_by_earlier on published_finding (earlier_id) where is_current = 1;
create index published_finding_unsolved on published_finding (turbine_id, severity, id) where is_current = 1 and status in ('open', 'monitored');

create trigger finding_is_followed_up after update of status, own_due_on, due_reason on finding
when old.status <> new.status or old.own_due_on is not new.own_due_on or old.due_reason <> new.due_reason begin
  update published_finding
  set status = new.status, own_due_on = new.own_due_on, due_reason = new.due_reason, updated_at = new.updated_at
  where id = new.id;
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

-- The keys with which this installation signs (Ed25519). A former key keeps its public half, so that what it has signed can be verified, and
-- loses its private one.
create table signing_key (
  -- The SHA-256 of the public key (DER), in hexadecimal digits.
  id text primary key,
  -- PEM.
  public_key text not null,
  -- PEM; null of a former key.
  private_key text,
  "from" text not null,
  -- Null of the key that signs now.
  "until" text,
  -- 1 or null, so that there is one at most.
  is_current integer unique check (is_current = 1)
) strict, without rowid;

-- The signed head of each inspection: the number and the hash of its last version, and the withdrawals. `npm run verify` compares it.
create table inspection_head (
  turbine_id integer not null references turbine (id) on delete cascade,
  year integer not null,
  -- The text that is signed.
  statement text not null,
  -- In Base64.
  signature text not null,
  key_id text not null,
  primary key (turbine_id, year)
) strict;

-- == Reports and dossiers

create table report (
  id integer primary key autoincrement,
  turbine_id integer not null references turbine (id) on delete cascade,
  key text not null unique,
  original_filename text not null,
  file_size_bytes integer not null,
  sha256 text not null,
  year integer not null,
  uploaded_at text not null,
  uploader_id integer references user (id) on delete set null,
  first_name text not null,
  last_name text not null,
  -- Whether there is a picture of the first page. 0: the page cannot be rendered; null: the maintenance tries it.
  has_thumbnail integer check (has_thumbnail in (0, 1)),
  -- The language of a report that Kanat has made; null for an uploaded one.
  language text check (language in ('tr', 'en')),
  -- 1 for a report that was made before its inspection was published: it is for the team.
  is_draft integer not null default 0 check (is_draft in (0, 1)),
  -- The published version that it is about; null for an uploaded one and for a draft.
  inspection_version integer
) strict;
create index report_by_turbine on report (turbine_id, year);
create index report_by_uploader on report (uploader_id);

create trigger report_leaves_files after delete on report begin
  insert into file_removal (key) values (old.key) on conflict do nothing;
end;

-- The last version of the made reports of each inspection. A version of a deleted report is never given again.
create table inspection_report_version (
  turbine_id integer not null references turbine (id) on delete cascade,
  year integer not null,
  last integer not null,
  primary key (turbine_id, year)
) strict, without rowid;

-- The making of reports, each row from its order to its end. The maintenance deletes those that ended long ago.
create table report_job (
  id integer primary key autoincrement,
  turbine_id integer not null references turbine (id) on delete cascade,
  year integer not null,
  language text not null,
  -- Who has ordered it, from where and with which request: for the audit log.
  user_id integer references user (id) on delete set null,
  address text not null,
  request_id text not null,
  state text not null check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  progress real not null default 0 check (progress between 0 and 1),
  -- How often it has begun.
  attempts integer not null default 0,
  report_id integer references report (id) on delete set null,
  -- Why it has failed, a code of `domain/inspections/report-job.ts`.
  error text,
  created_at text not null,
  changed_at text not null,
  -- The version that is ordered; null for a draft.
  inspection_version integer
) strict;
create index report_job_by_turbine on report_job (turbine_id);
create index report_job_by_change on report_job (changed_at);
create index report_job_by_user on report_job (user_id);
create index report_job_by_report on report_job (report_id);
-- An order of what is being made is answered with the order that is there. A draft that is being made does not stand for the order of a version.
create unique index report_job_unfinished on report_job (turbine_id, year, language)
where state in ('queued', 'running') and inspection_version is null;
create unique index report_job_unfinished_version on report_job (turbine_id, year, language, inspection_version)
where state in ('queued', 'running') and inspection_version is not null;

-- The making of dossiers, each row from its order until it is deleted. Its ZIP is made while it is downloaded, so the row has everything that
-- must not change meanwhile.
create table dossier_job (
  id integer primary key autoincrement,
  turbine_id integer not null references turbine (id) on delete cascade,
  version_id integer not null references inspection_version (id) on delete cascade,
  photos text not null check (photos in ('originals', 'derivatives')),
  -- Who has ordered it.
  user_id integer references user (id) on delete set null,
  state text not null check (state in ('queued', 'running', 'done', 'failed')),
  progress real not null default 0 check (progress between 0 and 1),
  -- How often it has begun.
  attempts integer not null default 0,
  -- Why it has failed, a code of `domain/inspections/dossier.ts`, and the name of the file that is missing or has changed.
  error text,
  failed_file text,
  -- The random end of its address.
  address text not null unique,
  -- What is prepared: null until it is done. The list of files is JSON; the signature is in Base64.
  files text,
  readme text,
  signature text,
  key_id text references signing_key (id),
  -- Bytes of the ZIP.
  size integer,
  created_at text not null,
  -- When its state changed.
  changed_at text not null,
  -- The signed statements of the version and of those before it, with their signatures and keys, as they stand in the dossier: JSON. Null of a
  -- dossier that was prepared before there were any.
  chain text
) strict;
create index dossier_job_by_turbine on dossier_job (turbine_id);
create index dossier_job_by_version on dossier_job (version_id);
create index dossier_job_by_user on dossier_job (user_id);
create index dossier_job_by_key on dossier_job (key_id);
create index dossier_job_by_change on dossier_job (changed_at);
-- An order of what is being prepared is answered with the order that is there.
create unique index dossier_job_unfinished on dossier_job (version_id, photos) where state in ('queued', 'running');

-- == Notifications

-- What a user is told of. It names its record, and shows only what the user may read when it is read.
create table notification (
  id integer primary key autoincrement,
  user_id integer not null references user (id) on delete cascade,
  kind text not null check (kind in ('published', 'comment', 'due', 'review_late', 'report_ready', 'upload_ready')),
  at text not null,
  turbine_id integer not null references turbine (id) on delete cascade,
  -- The comment, the report or the photo; null of the others.
  record_id integer,
  -- Of an inspection.
  year integer,
  -- The published version.
  version integer,
  -- The state of the turbine after the publication.
  state text,
  -- The day on which findings of the turbine are due, and how many days before it this tells.
  due_on text,
  in_days integer,
  is_read integer not null default 0 check (is_read in (0, 1)),
  -- The day of the mail that has told it, or could have.
  mailed_on text
) strict;
create index notification_of_user on notification (user_id, is_read, id);
create index notification_of_turbine on notification (turbine_id);
create index notification_by_time on notification (at);

-- == Audit log

-- Who did what to which record, from where. No foreign keys: an entry outlives what it speaks of, and keeps its names.
create table audit (
  id integer primary key autoincrement,
  at text not null,
  request_id text not null,
  address text not null,
  user_id integer,
  user_email text not null,
  action text not null,
  record_id text not null,
  record_name text not null,
  -- The names of the changed fields, as a JSON array of texts. Never their values.
  changed text not null default '[]',
  -- The turbine that the record is or belongs to.
  turbine_id integer,
  turbine_name text not null default '',
  -- Where a moved photo was, and where it is, as a JSON object. Null for all other actions.
  moved text check (moved is null or json_valid(moved))
) strict;
create index audit_by_time on audit (at);
create index audit_by_user on audit (user_id, at);
create index audit_by_record on audit (record_id, at);
create index audit_by_turbine on audit (turbine_id, at);
