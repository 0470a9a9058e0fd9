-- What the data plate of a turbine says, and the height of its hub above the ground in metres; null if unknown.
alter table turbine add column manufacturer text collate "C";
alter table turbine add column model text collate "C";
alter table turbine add column serial_number text collate "C";
alter table turbine add column hub_height double precision check (hub_height > 0);
