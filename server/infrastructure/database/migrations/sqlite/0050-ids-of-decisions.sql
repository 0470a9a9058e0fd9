-- Each decision of a reviewer has an id, so that the next one can name the decision that it replaces. Nothing refers to this table.
create temp table former_review as select * from finding_review;
drop table finding_review;
create table finding_review (
  id integer primary key autoincrement,
  finding_id integer not null unique references finding (id) on delete cascade,
  turbine_id integer not null references turbine (id) on delete cascade,
  decision text not null check (decision in ('accepted', 'returned')),
  finding_revision integer not null,
  at text not null,
  user_id integer references user (id) on delete set null,
  user_name text not null
) strict;
insert into finding_review (finding_id, turbine_id, decision, finding_revision, at, user_id, user_name)
select finding_id, turbine_id, decision, finding_revision, at, user_id, user_name
from former_review
order by at, finding_id;
drop table former_review;
create index finding_review_by_turbine on finding_review (turbine_id);
create index finding_review_by_user on finding_review (user_id);
