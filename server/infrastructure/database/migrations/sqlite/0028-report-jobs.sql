-- The making of reports, each row from its order to its end. The maintenance deletes those that ended long ago.
create table report_job (
  id integer primary key autoincrement,
  turbine_id integer not null references turbine (id) on delete cascade,
  year integer not null,
  language text not null,
  -- Who has ordered it, from where and with which request: for the audit log.
  user_id integer references user (id) on delete set null,
  address text not null,
  request_id text not null,
  state text not null check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  progress real not null default 0 check (progress between 0 and 1),
  -- How often it has begun.
  attempts integer not null default 0,
  report_id integer references report (id) on delete set null,
  -- Why it has failed, a code of `domain/report-job.ts`.
  error text,
  created_at text not null,
  changed_at text not null
) strict;
-- Who orders the same report again while it is made gets the order that is there.
create unique index report_job_unfinished on report_job (turbine_id, year, language) where state in ('queued', 'running');
create index report_job_by_user on report_job (user_id);
create index report_job_by_report on report_job (report_id);
create index report_job_by_turbine on report_job (turbine_id);
create index report_job_by_change on report_job (changed_at);

-- Jobs of one queue run one after the other. Of those that may begin, the one with the smallest priority is next.
alter table job add column queue text;
alter table job add column priority integer not null default 0;
