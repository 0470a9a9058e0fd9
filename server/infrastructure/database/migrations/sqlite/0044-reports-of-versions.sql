-- The published version that a report is about; null for an uploaded one, for a draft, and for what was made before releases.
alter table report add column inspection_version integer;
-- The version that is ordered; null for a draft.
alter table report_job add column inspection_version integer;
-- A draft that is being made must not swallow the order of a version.
drop index report_job_unfinished;
create unique index report_job_unfinished on report_job (turbine_id, year, language, coalesce(inspection_version, 0))
where state in ('queued', 'running');
