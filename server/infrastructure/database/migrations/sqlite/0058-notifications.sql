-- What a user is told of. It names its record, and shows only what the user may read when it is read.
create table notification (
  id integer primary key autoincrement,
  user_id integer not null references user (id) on delete cascade,
  kind text not null check (kind in ('published', 'comment', 'due', 'review_late', 'report_ready', 'upload_ready')),
  at text not null,
  turbine_id integer not null references turbine (id) on delete cascade,
  -- The comment, the report or the photo; null of the others.
  record_id integer,
  -- Of an inspection.
  year integer,
  -- The published version.
  version integer,
  -- The state of the turbine after the publication.
  state text,
  -- The day on which findings of the turbine are due, and how many days before it this tells.
  due_on text,
  in_days integer,
  is_read integer not null default 0 check (is_read in (0, 1)),
  -- The day of the mail that has told it, or could have.
  mailed_on text
) strict;
create index notification_of_user on notification (user_id, is_read, id);
create index notification_by_time on notification (at);
create index notification_of_turbine on notification (turbine_id);

-- What the user has chosen to be told of, as JSON; null until then.
alter table user add column notification_choices text;

-- How many days an inspection may wait for its review.
alter table company add column review_days integer not null default 7 check (review_days between 1 and 365);
-- The last day for which users were told what is due and what waits too long, in the time zone of the company; null before the first.
alter table company add column told_on text;
