-- Who is the author of nothing is nobody's person: nothing of a deleted user stays then.
create index finding_of_person on finding (person_id);
create index published_finding_of_person on published_finding (person_id);
create index version_of_person on inspection_version (person_id);

delete from person where user_id is null
and not exists (select 1 from finding where person_id = person.id)
and not exists (select 1 from published_finding where person_id = person.id)
and not exists (select 1 from inspection_version where person_id = person.id);

create function delete_person_of_user() returns trigger language plpgsql as $$
begin
  delete from person where user_id = old.id
  and not exists (select 1 from finding where person_id = person.id)
  and not exists (select 1 from published_finding where person_id = person.id)
  and not exists (select 1 from inspection_version where person_id = person.id);
  return old;
end $$;
create trigger person_goes_with_user before delete on "user" for each row execute function delete_person_of_user();

create function delete_person_of_finding() returns trigger language plpgsql as $$
begin
  delete from person where id = old.person_id and user_id is null
  and not exists (select 1 from finding where person_id = person.id)
  and not exists (select 1 from published_finding where person_id = person.id)
  and not exists (select 1 from inspection_version where person_id = person.id);
  return null;
end $$;
create trigger person_goes_with_finding after delete on finding for each row when (old.user_id is null) execute function delete_person_of_finding();
