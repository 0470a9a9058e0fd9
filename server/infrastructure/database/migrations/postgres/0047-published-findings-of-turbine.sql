-- A turbine is deleted with the findings of all its versions. The index of the current ones does not find the others, so the whole table was read.
create index published_finding_of_turbine on published_finding (turbine_id);
