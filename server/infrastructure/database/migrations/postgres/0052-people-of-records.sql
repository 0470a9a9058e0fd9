-- Every user is a person of the sealed documents from the first day, by a random id, and every finding and version keeps the id of its author. So two
-- users with the same name stay two people after their accounts are deleted, and one person has the same id in all versions.
insert into person (id, user_id, name)
select replace(gen_random_uuid()::text, '-', ''), id, trim(first_name || ' ' || last_name) from "user"
where not exists (select 1 from person where person.user_id = "user".id);

create function add_person_of_user() returns trigger language plpgsql as $$
begin
  insert into person (id, user_id, name) values (replace(gen_random_uuid()::text, '-', ''), new.id, trim(new.first_name || ' ' || new.last_name));
  return null;
end $$;
create trigger user_is_person after insert on "user" for each row execute function add_person_of_user();

create function name_person_of_user() returns trigger language plpgsql as $$
begin
  update person set name = trim(new.first_name || ' ' || new.last_name) where user_id = new.id;
  return null;
end $$;
create trigger person_has_name_of_user after update of first_name, last_name on "user" for each row execute function name_person_of_user();

-- The id of a `person`; null only of a version of before releases, which nobody has published.
alter table finding add column person_id text collate "C";
alter table published_finding add column person_id text collate "C";
alter table inspection_version add column person_id text collate "C";

create function set_person_of_finding() returns trigger language plpgsql as $$
begin
  new.person_id = (select id from person where person.user_id = new.user_id);
  return new;
end $$;
create trigger finding_has_person before insert on finding for each row when (new.person_id is null) execute function set_person_of_finding();

update finding set person_id = (select id from person where person.user_id = finding.user_id) where user_id is not null;
update published_finding set person_id = (select id from person where person.user_id = published_finding.user_id) where user_id is not null;
update inspection_version set person_id = document::jsonb ->> 'person' where document is not null;

-- Those whose account is deleted are the people that the documents name.
create table sealed_author as
select version.id as version_id, (sealed.value ->> 'id')::bigint as finding_id, (sealed.value ->> 'person') collate "C" as person_id
from inspection_version as version, jsonb_array_elements(version.document::jsonb -> 'findings') as sealed(value)
where version.document is not null
and exists (select 1 from published_finding where version_id = version.id and person_id is null);
create index sealed_author_by_finding on sealed_author (finding_id, version_id);
update published_finding set person_id = (
  select sealed_author.person_id from sealed_author
  where sealed_author.finding_id = published_finding.id and sealed_author.version_id = published_finding.version_id)
where person_id is null;
update finding set person_id = (
  select sealed_author.person_id from sealed_author where sealed_author.finding_id = finding.id order by sealed_author.version_id desc limit 1)
where person_id is null;
drop table sealed_author;

-- Of what no document names, only the name is known.
insert into person (id, user_id, name)
select replace(gen_random_uuid()::text, '-', ''), null, user_name
from (
  select user_name from finding where person_id is null
  union select user_name from published_finding where person_id is null) as unnamed
where not exists (select 1 from person where person.user_id is null and person.name = unnamed.user_name);
update finding set person_id = (select min(id) from person where user_id is null and name = finding.user_name) where person_id is null;
update published_finding set person_id = (select min(id) from person where user_id is null and name = published_finding.user_name)
where person_id is null;
