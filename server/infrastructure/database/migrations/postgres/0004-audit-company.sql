-- The company whose admins read an entry: that of its record, else that of its user, at that time. Null for nobody but superadmins.
alter table audit add column company_id bigint;
-- The old and new role and company of a changed user, as a JSON object. Null for all other entries.
alter table audit add column reassigned text collate "C" check (reassigned is null or reassigned::json is not null);

-- Earlier entries. One about a turbine gets its company, if the user can have acted there: else turbine or user have moved since.
update audit set company_id = (select turbine.company_id from turbine, "user" as actor
  where turbine.id = audit.turbine_id and actor.id = audit.user_id
    and (actor.role = 'superadmin' or actor.company_id = turbine.company_id))
where turbine_id is not null;
update audit set company_id = (select company_id from "user" as subject where cast(subject.id as text) = audit.record_id)
where action like 'user.%' or action like 'session.%' or action like 'password.%';
update audit set company_id = (select id from company where cast(company.id as text) = audit.record_id) where action like 'company.%';

create index audit_by_company on audit (company_id, at);
