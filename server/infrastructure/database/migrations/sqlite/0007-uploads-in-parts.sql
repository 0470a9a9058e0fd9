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
  -- True when the record of the file is stored.
  is_kept integer not null default 0 check (is_kept in (0, 1)),
  changed_at text not null
) strict, without rowid;
create index partial_upload_by_user on partial_upload (user_id);
create index partial_upload_by_turbine on partial_upload (turbine_id);
