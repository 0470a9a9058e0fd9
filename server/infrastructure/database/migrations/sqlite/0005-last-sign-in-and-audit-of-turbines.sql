-- When the user last signed in; null if never. Sessions cannot say this, because they end.
alter table user add column last_sign_in_at text;
update user set last_sign_in_at =
  (select max(at) from audit where action = 'session.open' and audit.user_id = user.id);

-- The turbine that the record is or belongs to. Like `record_name`, its name stays when the turbine goes.
alter table audit add column turbine_id integer;
alter table audit add column turbine_name text not null default '';

update audit set turbine_id = case
  when action like 'turbine.%' then cast(record_id as integer)
  -- A photo was known by its key, `turbines/41/photos/…`.
  when action like 'photo.%' then cast(substr(record_id, length('turbines/') + 1) as integer)
  when action like 'report.%' then (select turbine_id from report where report.id = audit.record_id)
  when action like 'comment.%' then (select turbine_id from comment where comment.id = audit.record_id)
end;
update audit set turbine_name = coalesce(
  (select coalesce(nullif(turbine_name, ''), code) from turbine where turbine.id = audit.turbine_id),
  (select record_name from audit as deletion
    where deletion.action = 'turbine.delete' and deletion.record_id = cast(audit.turbine_id as text)),
  ''
);

-- A photo is known by its id, as every other record is.
update audit set record_id = (select cast(id as text) from photo where photo.key = audit.record_id)
  where action like 'photo.%' and exists (select 1 from photo where photo.key = audit.record_id);

create index audit_by_user on audit (user_id, at);
create index audit_by_turbine on audit (turbine_id, at);
create index audit_by_record on audit (record_id, at);
