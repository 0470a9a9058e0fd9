-- Uploads whose files arrive in parts. The bytes are in the folder `partial/`.
create table partial_upload (
  id text collate "C" not null primary key,
  user_id bigint not null references "user" (id) on delete cascade,
  turbine_id bigint not null references turbine (id) on delete cascade,
  -- The `Upload-Metadata` of the client, as a JSON object.
  metadata text collate "C" not null,
  length bigint not null check (length > 0),
  -- The bytes that are safely on the disk.
  received bigint not null default 0 check (received between 0 and length),
  -- True when the record of the file is stored.
  is_kept bigint not null default 0 check (is_kept in (0, 1)),
  changed_at text collate "C" not null
);
create index partial_upload_by_user on partial_upload (user_id);
create index partial_upload_by_turbine on partial_upload (turbine_id);
