-- The photos of blades that may show a sphere, so that the list of turbines finds out without reading every flat photo whether there is
-- one. `server/infrastructure/database/may-show-sphere.ts` has the same condition.
create index photo_with_sphere on photo (turbine_id)
where category = 'blade' and (abs(width - 2 * height) <= 2 or (width is not null and gpano is null) or gpano like '%"projection":"%');
