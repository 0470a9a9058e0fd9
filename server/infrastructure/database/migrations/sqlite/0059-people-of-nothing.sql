-- Who is the author of nothing is nobody's person: nothing of a deleted user stays then.
create index finding_of_person on finding (person_id);
create index published_finding_of_person on published_finding (person_id);
create index version_of_person on inspection_version (person_id);

delete from person where user_id is null
and not exists (select 1 from finding where person_id = person.id)
and not exists (select 1 from published_finding where person_id = person.id)
and not exists (select 1 from inspection_version where person_id = person.id);

create trigger person_goes_with_user before delete on user begin
  delete from person where user_id = old.id
  and not exists (select 1 from finding where person_id = person.id)
  and not exists (select 1 from published_finding where person_id = person.id)
  and not exists (select 1 from inspection_version where person_id = person.id);
end;

create trigger person_goes_with_finding after delete on finding when old.user_id is null begin
  delete from person where id = old.person_id and user_id is null
  and not exists (select 1 from finding where person_id = person.id)
  and not exists (select 1 from published_finding where person_id = person.id)
  and not exists (select 1 from inspection_version where person_id = person.id);
end;
