-- The name of the time zone of the company in the IANA database. Its calendar decides what "today" is for the records of the company.
alter table company add column time_zone text collate "C" not null default 'Europe/Istanbul';
