-- Every user is a person of the sealed documents from the first day, by a random id, and every finding and version keeps the id of its author. So two
-- users with the same name stay two people after their accounts are deleted, and one person has the same id in all versions.
insert into person (id, user_id, name)
select lower(hex(randomblob(16))), id, trim(first_name || ' ' || last_name) from user
where not exists (select 1 from person where person.user_id = user.id);

create trigger user_is_person after insert on user begin
  insert into person (id, user_id, name) values (lower(hex(randomblob(16))), new.id, trim(new.first_name || ' ' || new.last_name));
end;

create trigger person_has_name_of_user after update of first_name, last_name on user begin
  update person set name = trim(new.first_name || ' ' || new.last_name) where user_id = new.id;
end;

-- The id of a `person`; null only of a version of before releases, which nobody has published.
alter table finding add column person_id text;
alter table published_finding add column person_id text;
alter table inspection_version add column person_id text;

create trigger finding_has_person after insert on finding when new.person_id is null begin
  update finding set person_id = (select id from person where person.user_id = new.user_id) where id = new.id;
end;

update finding set person_id = (select id from person where person.user_id = finding.user_id) where user_id is not null;
update published_finding set person_id = (select id from person where person.user_id = published_finding.user_id) where user_id is not null;
update inspection_version set person_id = document ->> '$.person' where document is not null;

-- Those whose account is deleted are the people that the documents name.
create table sealed_author as
select version.id as version_id, sealed.value ->> '$.id' as finding_id, sealed.value ->> '$.person' as person_id
from inspection_version as version, json_each(version.document, '$.findings') as sealed
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
select lower(hex(randomblob(16))), null, user_name
from (
  select user_name from finding where person_id is null
  union select user_name from published_finding where person_id is null) as unknown
where not exists (select 1 from person where person.user_id is null and person.name = unknown.user_name);
update finding set person_id = (select min(id) from person where user_id is null and name = finding.user_name) where person_id is null;
update published_finding set person_id = (select min(id) from person where user_id is null and name = published_finding.user_name)
where person_id is null;
