-- A user who signed in with a mailed password chooses one of their own before anything else.
alter table user add column must_change_password integer not null default 0 check (must_change_password in (0, 1));

-- At most one for each user. The old password keeps working until this one is first used; then this row is gone.
create table mailed_password (
  user_id integer primary key references user (id) on delete cascade,
  password_sha256 text not null,
  sent_at text not null,
  expires_at text not null
) strict;

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
