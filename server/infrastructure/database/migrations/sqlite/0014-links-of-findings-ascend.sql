-- A finding continues one of an earlier day of its turbine, so the links never form a circle. Wrong links are removed, so that a finding that
-- only seemed to be continued counts again.
update finding set earlier_id = null where exists (
  select 1 from finding as earlier
  where earlier.id = finding.earlier_id
    and (earlier.found_on >= finding.found_on or earlier.turbine_id <> finding.turbine_id)
);

-- Triggers, because a check knows only its own row. They look at both neighbours, because a copy of the rows may insert the later one first.
create trigger finding_is_added after insert on finding begin
  select raise(abort, 'a finding continues one of an earlier day of its turbine') where exists (
    select 1 from finding as earlier
    where earlier.id = new.earlier_id
      and (earlier.found_on >= new.found_on or earlier.turbine_id <> new.turbine_id)
    union all
    select 1 from finding as later
    where later.earlier_id = new.id
      and (later.found_on <= new.found_on or later.turbine_id <> new.turbine_id)
  );
end;

create trigger finding_is_changed after update of id, turbine_id, found_on, earlier_id on finding begin
  select raise(abort, 'a finding continues one of an earlier day of its turbine') where exists (
    select 1 from finding as earlier
    where earlier.id = new.earlier_id
      and (earlier.found_on >= new.found_on or earlier.turbine_id <> new.turbine_id)
    union all
    select 1 from finding as later
    where later.earlier_id = new.id
      and (later.found_on <= new.found_on or later.turbine_id <> new.turbine_id)
  );
end;
