-- Metres from root to tip; null where nobody has said.
alter table turbine add column blade_length real check (blade_length > 0);
