-- A finding continues one of an earlier day of its turbine, so the links never form a circle. Wrong links are removed, so that a finding that
-- only seemed to be continued counts again.
update finding set earlier_id = null from finding as earlier
where earlier.id = finding.earlier_id
  and (earlier.found_on >= finding.found_on or earlier.turbine_id <> finding.turbine_id);
-- A table with waiting checks cannot get triggers.
set constraints all immediate;

-- Triggers, because a check knows only its own row. They look at both neighbours, because a copy of the rows may insert the later one first.
create function refuse_descending_finding() returns trigger language plpgsql as $$
begin
  -- Until the commit, no other transaction can change the day of the earlier finding.
  perform from finding where id = new.earlier_id for share;
  if exists (
    select 1 from finding as earlier
    where earlier.id = new.earlier_id
      and (earlier.found_on >= new.found_on or earlier.turbine_id <> new.turbine_id)
    union all
    select 1 from finding as later
    where later.earlier_id = new.id
      and (later.found_on <= new.found_on or later.turbine_id <> new.turbine_id)
  ) then
    raise exception 'a finding continues one of an earlier day of its turbine' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger finding_is_added after insert on finding
  for each row execute function refuse_descending_finding();
create trigger finding_is_changed after update of id, turbine_id, found_on, earlier_id on finding
  for each row execute function refuse_descending_finding();
