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
