-- A finding continues one of its own blade and of no later year, too: else correcting the blade of a finding would leave a severe one behind as
-- continued, and the turbine would seem sound. Links that do not fit are removed, so that such a finding counts again; the audit log has each.
with misfit as (
  update finding set earlier_id = null from finding as earlier
  where earlier.id = finding.earlier_id and (earlier.blade <> finding.blade or earlier.year > finding.year)
  returning finding.id, finding.turbine_id, finding.blade, finding.side, finding.serial
)
insert into audit (at, request_id, address, user_email, action, record_id, record_name, turbine_id, turbine_name, changed)
select
  to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '', 'local', '', 'finding.edit', cast(misfit.id as text),
  misfit.blade || '-' || misfit.side || '-' || lpad(cast(misfit.serial as text), greatest(3, length(cast(misfit.serial as text))), '0'),
  turbine.id, coalesce(nullif(turbine.turbine_name, ''), turbine.code), '["earlier_id"]'
from misfit
join turbine on turbine.id = misfit.turbine_id
order by misfit.id;
-- A table with waiting checks cannot get triggers.
set constraints all immediate;

create or replace function refuse_descending_finding() returns trigger language plpgsql as $$
begin
  -- Until the commit, no other transaction can change the blade, the year or the day of the earlier finding.
  perform from finding where id = new.earlier_id for share;
  if exists (
    select 1 from finding as earlier
    where earlier.id = new.earlier_id
      and (earlier.found_on >= new.found_on or earlier.turbine_id <> new.turbine_id
        or earlier.blade <> new.blade or earlier.year > new.year)
    union all
    select 1 from finding as later
    where later.earlier_id = new.id
      and (later.found_on <= new.found_on or later.turbine_id <> new.turbine_id
        or later.blade <> new.blade or later.year < new.year)
  ) then
    raise exception 'a finding continues one of an earlier day of its turbine and its blade, of no later year'
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
drop trigger finding_is_changed on finding;
create trigger finding_is_changed after update of id, turbine_id, blade, year, found_on, earlier_id on finding
  for each row execute function refuse_descending_finding();
