-- A user who signed in with a mailed password chooses one of their own before anything else.
alter table user add column must_change_password integer not null default 0 check (must_change_password in (0, 1));

-- The mailed password they signed in with, until they chose: it may not become the one they keep.
alter table user add column spent_password_sha256 text;

-- When the last password was mailed to the user; the next one has to wait a little.
alter table user add column password_mailed_at text;

-- The old password keeps working until one of these is first used; then all of the user's are gone. A later mail leaves an
-- earlier one good: whoever asks again and again in somebody's name must not make every mail they get a dead one.
create table mailed_password (
  password_sha256 text primary key,
  user_id integer not null references user (id) on delete cascade,
  expires_at text not null
) strict, without rowid;
create index mailed_password_by_user on mailed_password (user_id);

-- Who did what to which record, from where. No foreign keys: an entry outlives what it speaks of.
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
  changed text not null default '[]'
) strict;
create index audit_by_time on audit (at);
