-- Links with which people without an account see one inspection or one report.

-- 1 if the company's managers may add links.
alter table company add column links_allowed integer not null default 0 check (links_allowed in (0, 1));

create table link (
  id integer primary key autoincrement,
  -- Of the secret in the address, which is not stored.
  secret_sha256 text not null unique,
  company_id integer not null references company (id) on delete cascade,
  turbine_id integer not null references turbine (id) on delete cascade,
  year integer not null,
  -- Null for a link to the inspection of the year.
  report_id integer references report (id) on delete cascade,
  user_id integer references user (id) on delete set null,
  user_name text not null,
  created_at text not null,
  expires_at text not null,
  revoked_at text,
  -- Argon2id; null without a password.
  password_hash text,
  -- 1 if the original photos can be downloaded.
  originals integer not null check (originals in (0, 1)),
  opened integer not null default 0,
  last_opened_at text,
  -- The networks of its first openings, as JSON.
  places text not null default '[]'
) strict;
create index link_by_company on link (company_id);
create index link_by_turbine on link (turbine_id);
create index link_by_report on link (report_id);
create index link_by_user on link (user_id);
