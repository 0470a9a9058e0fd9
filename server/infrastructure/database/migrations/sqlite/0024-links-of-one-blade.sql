-- A finding continues one of its own blade and of no later year, too: else correcting the blade of a finding would leave a severe one behind as
-- continued, and the turbine would seem sound. Links that do not fit are removed, so that such a finding counts again; the audit log has each.
create temp table misfit as
select finding.id from finding
join finding as earlier on earlier.id = finding.earlier_id
where earlier.blade <> finding.blade or earlier.year > finding.year;
insert into audit (at, request_id, address, user_email, action, record_id, record_name, turbine_id, turbine_name, changed)
select
  strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), '', 'local', '', 'finding.edit', cast(finding.id as text),
  finding.blade || '-' || finding.side || '-' || printf('%03d', finding.serial),
  turbine.id, coalesce(nullif(turbine.turbine_name, ''), turbine.code), '["earlier_id"]'
from misfit
join finding on finding.id = misfit.id
join turbine on turbine.id = finding.turbine_id
order by finding.id;
update finding set earlier_id = null where id in (select id from misfit);
drop table misfit;

drop trigger finding_is_added;
create trigger finding_is_added after insert on finding begin
  select raise(abort, 'a finding continues one of an earlier day of its turbine and its blade, of no later year') where exists (
    select 1 from finding as earlier
    where earlier.id = new.earlier_id
      and (earlier.found_on >= new.found_on or earlier.turbine_id <> new.turbine_id
        or earlier.blade <> new.blade or earlier.year > new.year)
    union all
    select 1 from finding as later
    where later.earlier_id = new.id
      and (later.found_on <= new.found_on or later.turbine_id <> new.turbine_id
        or later.blade <> new.blade or later.year < new.year)
  );
end;

drop trigger finding_is_changed;
create trigger finding_is_changed after update of id, turbine_id, blade, year, found_on, earlier_id on finding begin
  select raise(abort, 'a finding continues one of an earlier day of its turbine and its blade, of no later year') where exists (
    select 1 from finding as earlier
    where earlier.id = new.earlier_id
      and (earlier.found_on >= new.found_on or earlier.turbine_id <> new.turbine_id
        or earlier.blade <> new.blade or earlier.year > new.year)
    union all
    select 1 from finding as later
    where later.earlier_id = new.id
      and (later.found_on <= new.found_on or later.turbine_id <> new.turbine_id
        or later.blade <> new.blade or later.year < new.year)
  );
end;
