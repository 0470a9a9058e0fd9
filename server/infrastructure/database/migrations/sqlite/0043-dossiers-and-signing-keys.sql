-- The keys with which this installation signs dossiers (Ed25519). A former key keeps its public half, so that what it has signed can be
-- verified for ever, and loses its private one.
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
  changed_at text not null
) strict;
-- Who orders the same dossier again while it is prepared gets the order that is there.
create unique index dossier_job_unfinished on dossier_job (version_id, photos) where state in ('queued', 'running');
create index dossier_job_by_version on dossier_job (version_id);
create index dossier_job_by_turbine on dossier_job (turbine_id);
create index dossier_job_by_user on dossier_job (user_id);
create index dossier_job_by_key on dossier_job (key_id);
create index dossier_job_by_change on dossier_job (changed_at);
