-- Grows with each change of the record, so that a form that was opened before it does not overwrite the change.
alter table company add column revision integer not null default 1;
alter table user add column revision integer not null default 1;
alter table turbine add column revision integer not null default 1;
alter table finding add column revision integer not null default 1;
alter table inspection add column revision integer not null default 1;
