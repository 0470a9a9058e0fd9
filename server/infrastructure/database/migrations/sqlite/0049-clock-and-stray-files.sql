-- When maintenance has last deleted by age. While the clock is more than a day away from it, nothing is deleted by age until three daily runs have
-- clocks that agree: `differing_runs` counts them, and `differing_at` is the time of the last one, empty without one.
alter table installation add column clock_at text not null default '';
alter table installation add column differing_runs integer not null default 0 check (differing_runs >= 0);
alter table installation add column differing_at text not null default '';
-- The newest entry is the best witness of a former version. Without entries there is nothing to delete.
update installation set clock_at = coalesce((select max(at) from audit), strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));

-- How many files without a row the last maintenance has found, and their bytes. None is removed by itself.
alter table installation rename column refused_files to stray_files;
alter table installation add column stray_bytes integer not null default 0 check (stray_bytes >= 0);
update installation set stray_files = 0;
