-- Metres from root to tip; null if unknown.
alter table turbine add column blade_length double precision check (blade_length > 0);
