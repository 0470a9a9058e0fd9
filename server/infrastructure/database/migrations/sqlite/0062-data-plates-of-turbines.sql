-- What the data plate of a turbine says, and the height of its hub above the ground in metres; null if unknown.
alter table turbine add column manufacturer text;
alter table turbine add column model text;
alter table turbine add column serial_number text;
alter table turbine add column hub_height real check (hub_height > 0);
