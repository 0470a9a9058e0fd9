-- No id is ever given twice. The audit log knows ids of deleted records, and the rows of some tables may have come from another database.
do $$
declare
  known record;
begin
  for known in
    select kind, max(id) as last from (
      select
        case when action like 'session.%' or action like 'password.%' then 'user' else split_part(action, '.', 1) end as kind,
        record_id::bigint as id
      from audit where record_id ~ '^[0-9]{1,15}$'
      union all
      select 'user', user_id from audit where user_id is not null
      union all
      select 'turbine', turbine_id from audit where turbine_id is not null
    ) as ids
    where kind in (select table_name from information_schema.tables where table_schema = current_schema())
    group by kind
  loop
    perform setval(sequence, greatest(known.last, pg_sequence_last_value(sequence)))
    from (select pg_get_serial_sequence(format('%I', known.kind), 'id')::regclass as sequence) as table_of_kind;
  end loop;
end $$;
