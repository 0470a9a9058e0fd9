-- Work that goes on after the answer to a request. Rows of finished jobs are deleted.
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
  last_error text
) strict, without rowid;
create index job_by_time on job (kind, run_at);
