-- The hash of each version is signed when it is published, together with that of the version before it. A signed head for each inspection holds its last
-- number and its withdrawals. `npm run verify` walks all of it.
-- The SHA-256 of the version before it, also of one that is withdrawn; null for the first one.
alter table inspection_version add column previous text;
-- The names behind the ids of people, as they were when it was published, with a random salt: JSON. Its SHA-256 is signed.
alter table inspection_version add column people text;
-- In Base64. `key_id` is that of a `signing_key`.
alter table inspection_version add column signature text;
alter table inspection_version add column key_id text;
-- 1 of a version that was published before there were signatures. The maintenance signs it later, and its statement says so.
alter table inspection_version add column signed_later integer not null default 0 check (signed_later in (0, 1));
update inspection_version set signed_later = 1;
drop index inspection_version_unsealed;
create index inspection_version_unsigned on inspection_version (id) where signature is null;

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
