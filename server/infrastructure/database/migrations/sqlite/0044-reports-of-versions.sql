-- The published version that a report is about; null for an uploaded one, for a draft, and for what was made before releases.
alter table report add column inspection_version integer;
-- The version that is ordered; null for a draft.
alter table report_job add column inspection_version integer;
-- A draft that is being made must not swallow the order of a version.
drop index report_job_unfinished;
create unique index report_job_unfinished on report_job (turbine_id, year, language)
where state in ('queued', 'running') and inspection_version is null;
create unique index report_job_unfinished_version on report_job (turbine_id, year, language, inspection_version)
where state in ('queued', 'running') and inspection_version is not null;
