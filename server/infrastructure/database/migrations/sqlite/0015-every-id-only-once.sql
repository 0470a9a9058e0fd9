-- No id is ever given twice. Without `autoincrement`, SQLite gives the id of the newest deleted company to the next one. The rows of other tables
-- refer to companies, so foreign keys are checked at the end of the transaction.
pragma defer_foreign_keys = on;
create temp table former_company as select * from company;
drop table company;
create table company (
  id integer primary key autoincrement,
  name text not null,
  name_folded text not null unique,
  contact_email text not null default '',
  authorized_number text not null default '',
  phone text not null default '',
  address text not null default '',
  created_at text not null,
  updated_at text not null,
  deadline_2_months integer,
  deadline_3_months integer,
  deadline_4_months integer,
  deadline_5_months integer
) strict;
insert into company (
  id, name, name_folded, contact_email, authorized_number, phone, address, created_at, updated_at,
  deadline_2_months, deadline_3_months, deadline_4_months, deadline_5_months
)
select
  id, name, name_folded, contact_email, authorized_number, phone, address, created_at, updated_at,
  deadline_2_months, deadline_3_months, deadline_4_months, deadline_5_months
from former_company;
drop table former_company;

-- The audit log knows ids of deleted records. `sqlite_sequence` has the last id of each table.
create temp table known_id as
  select name, seq as id from sqlite_sequence
  union all
  select
    case when action like 'session.%' or action like 'password.%' then 'user' else substr(action, 1, instr(action, '.') - 1) end,
    cast(record_id as integer)
  from audit where length(record_id) between 1 and 15 and record_id not glob '*[^0-9]*'
  union all
  select 'user', user_id from audit where user_id is not null
  union all
  select 'turbine', turbine_id from audit where turbine_id is not null;
delete from sqlite_sequence;
insert into sqlite_sequence (name, seq)
select name, max(id) from known_id where name in (select name from sqlite_schema where type = 'table') group by name;
drop table known_id;
