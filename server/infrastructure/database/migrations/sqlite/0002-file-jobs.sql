-- One table for the jobs of reports and dossiers, which had one each. The content of a finished dossier gets its own table.

-- The job of a file made in the background, until some days after its end.
create table file_job (
  id integer primary key autoincrement,
  kind text not null check (kind in ('report', 'dossier')),
  turbine_id integer not null references turbine (id) on delete cascade,
  year integer not null,
  -- The published version of the inspection; null for the draft of a report.
  version integer,
  -- The language of a report, or the photo files of a dossier.
  variant text not null check (variant in ('tr', 'en', 'originals', 'derivatives')),
  -- The requester, client address and request, for the audit log.
  user_id integer references user (id) on delete set null,
  address text not null,
  request_id text not null,
  state text not null check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  progress real not null default 0 check (progress between 0 and 1),
  -- The number of attempts.
  attempts integer not null default 0,
  -- The reason of a failure, a code of the kind in `domain/inspections/`, and the name of the missing or changed file.
  error text,
  failed_file text,
  -- The finished report; null for a dossier.
  report_id integer references report (id) on delete set null,
  created_at text not null,
  -- The time of its last state change.
  changed_at text not null
) strict;

-- The content of a finished dossier. Its ZIP is made during the download, so the row has everything that must not change meanwhile.
create table dossier (
  job_id integer primary key references file_job (id) on delete cascade,
  -- The random end of its address.
  address text not null unique,
  -- JSON.
  files text not null,
  readme text not null,
  -- Base64.
  signature text not null,
  key_id text not null references signing_key (id),
  -- Bytes of the ZIP.
  size integer not null,
  -- The signed statements of the version and earlier ones, with their signatures and keys: JSON.
  chain text not null
) strict;
create index dossier_by_key on dossier (key_id);

-- Report jobs keep their ids. Those of dossiers follow the last id of a report job.
create table dossier_offset as
select coalesce(max(seq), 0) as ids from sqlite_sequence where name = 'report_job';

insert into file_job (id, kind, turbine_id, year, version, variant, user_id, address, request_id, state, progress, attempts, error, report_id,
  created_at, changed_at)
select id, 'report', turbine_id, year, inspection_version, language, user_id, address, request_id, state, progress, attempts, error, report_id,
  created_at, changed_at
from report_job;

insert into file_job (id, kind, turbine_id, year, version, variant, user_id, address, request_id, state, progress, attempts, error, failed_file,
  created_at, changed_at)
select job.id + ids, 'dossier', job.turbine_id, published.year, published.version, job.photos, job.user_id, '', '', job.state, job.progress,
  job.attempts, job.error, job.failed_file, job.created_at, job.changed_at
from dossier_job as job join inspection_version as published on published.id = job.version_id, dossier_offset;

insert into dossier (job_id, address, files, readme, signature, key_id, size, chain)
select id + ids, address, files, readme, signature, key_id, size, coalesce(chain, '{}') from dossier_job, dossier_offset where files is not null;

-- References to dossier jobs: queued work, and idempotency keys.
update job set
  key = 'prepare-dossier renumbered ' || key,
  payload = json_set(payload, '$.jobId', json_extract(payload, '$.jobId') + (select ids from dossier_offset))
where kind = 'prepare-dossier';
update idempotency_key set made = cast(cast(made as integer) + (select ids from dossier_offset) as text)
where call like 'POST /api/turbines/%/dossier';

-- No id is reused, even after a deletion of the newest job.
delete from sqlite_sequence where name = 'file_job';
insert into sqlite_sequence (name, seq)
select 'file_job', coalesce(sum(seq), 0) from sqlite_sequence where name in ('report_job', 'dossier_job');

drop table dossier_offset;
drop table report_job;
drop table dossier_job;

create index file_job_by_turbine on file_job (turbine_id);
create index file_job_by_change on file_job (changed_at);
create index file_job_by_user on file_job (user_id);
create index file_job_by_report on file_job (report_id);
-- A request for a file in progress gets its job. A draft in progress does not stand for a version.
create unique index file_job_unfinished on file_job (turbine_id, year, kind, variant)
where state in ('queued', 'running') and version is null;
create unique index file_job_unfinished_version on file_job (turbine_id, year, kind, variant, version)
where state in ('queued', 'running') and version is not null;
