-- A database and the place of its files have the same id. Without it, nothing is removed from there.
create table installation (
  id text not null primary key,
  -- How many files the last sweep has left in their place, because they are too many to be removed without a confirmation.
  refused_files integer not null default 0 check (refused_files >= 0)
) strict, without rowid;
insert into installation (id) values (lower(hex(randomblob(16))));

-- The keys of deleted records whose files still have to be removed; `partial/ID` is an upload in parts. Triggers write them, so that no
-- deletion can forget it.
create table file_removal (
  key text not null primary key
) strict, without rowid;

create trigger photo_leaves_files after delete on photo begin
  insert into file_removal (key) values (old.key) on conflict do nothing;
end;

create trigger report_leaves_files after delete on report begin
  insert into file_removal (key) values (old.key) on conflict do nothing;
end;

create trigger partial_upload_leaves_parts after delete on partial_upload begin
  insert into file_removal (key) values ('partial/' || old.id) on conflict do nothing;
end;
