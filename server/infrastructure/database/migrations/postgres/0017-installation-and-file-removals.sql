-- A database and the place of its files have the same id. Without it, nothing is removed from there.
create table installation (
  id text collate "C" not null primary key,
  -- How many files the last sweep has left in their place, because they are too many to be removed without a confirmation.
  refused_files bigint not null default 0 check (refused_files >= 0)
);
insert into installation (id) values (replace(gen_random_uuid()::text, '-', ''));

-- The keys of deleted records whose files still have to be removed; `partial/ID` is an upload in parts. Triggers write them, so that no
-- deletion can forget it.
create table file_removal (
  key text collate "C" not null primary key
);

create function leave_files() returns trigger language plpgsql as $$
begin
  insert into file_removal (key) select key from deleted on conflict do nothing;
  return null;
end $$;
create trigger photo_leaves_files after delete on photo referencing old table as deleted
  for each statement execute function leave_files();
create trigger report_leaves_files after delete on report referencing old table as deleted
  for each statement execute function leave_files();

create function leave_parts() returns trigger language plpgsql as $$
begin
  insert into file_removal (key) select 'partial/' || id from deleted on conflict do nothing;
  return null;
end $$;
create trigger partial_upload_leaves_parts after delete on partial_upload referencing old table as deleted
  for each statement execute function leave_parts();
