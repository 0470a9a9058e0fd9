-- The pages of a report: all, or the first one alone. Other files are always whole.
alter table file_job add column extent text collate "C" not null default 'full' check (extent in ('full', 'board'));

drop index file_job_unfinished;
drop index file_job_unfinished_version;
create unique index file_job_unfinished on file_job (turbine_id, year, kind, variant, extent)
where state in ('queued', 'running') and version is null;
create unique index file_job_unfinished_version on file_job (turbine_id, year, kind, variant, extent, version)
where state in ('queued', 'running') and version is not null;
