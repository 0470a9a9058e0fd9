-- Whether the user gets the mail about inspections that wait; null until somebody chooses: then the role decides.
alter table "user" add column inspection_notices bigint check (inspection_notices in (0, 1));
-- The day of the last such mail, in the time zone of the company.
alter table "user" add column notices_sent_on text collate "C";
