-- What Kanat made before releases is of the version that its year got then, so that the withdrawal of this version hides it, too. An uploaded
-- report has no language, and no version.
update report set inspection_version = 1
where report.language is not null and report.is_draft = 0 and report.inspection_version is null
and exists (select 1 from inspection_version as made
  where made.turbine_id = report.turbine_id and made.year = report.year and made.version = 1 and made.user_name = 'before releases');

-- How many findings the report of a version has: its own, and the unsolved ones of earlier years. Null for what was there before releases.
alter table inspection_version add column report_findings bigint;
