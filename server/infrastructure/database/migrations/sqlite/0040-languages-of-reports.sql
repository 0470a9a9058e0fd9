-- The language of a report that Kanat has made; null for an uploaded one, and for one whose order is gone.
alter table report add column language text check (language in ('tr', 'en'));
update report set language = report_job.language from report_job where report_job.report_id = report.id;
