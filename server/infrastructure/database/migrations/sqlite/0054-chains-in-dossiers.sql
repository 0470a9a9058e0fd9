-- The signed statements of the version and of those before it, with their signatures and keys, as they stand in the dossier: JSON. Null of a dossier
-- that was prepared before there were any.
alter table dossier_job add column chain text;
