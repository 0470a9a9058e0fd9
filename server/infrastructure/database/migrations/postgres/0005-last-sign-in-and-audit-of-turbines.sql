-- The file for SQLite also fills the new columns of older rows. No database of PostgreSQL has such rows.

-- When the user last signed in; null if never. Sessions cannot say this, because they end.
alter table "user" add column last_sign_in_at text collate "C";

-- The turbine that the record is or belongs to. Like `record_name`, its name stays when the turbine is deleted.
alter table audit add column turbine_id bigint;
alter table audit add column turbine_name text collate "C" not null default '';

create index audit_by_user on audit (user_id, at);
create index audit_by_turbine on audit (turbine_id, at);
create index audit_by_record on audit (record_id, at);
