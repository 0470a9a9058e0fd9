-- The steps of a new installation that the superadmins have skipped, as a JSON list of their names.
alter table installation add column skipped_steps text collate "C" not null default '[]';
