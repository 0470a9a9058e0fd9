-- A photo without a blade belongs to the one that its key names (`bladeB_x.jpg`), as `bladeNamedIn` in `domain/photo.ts` says. The key ends
-- with the name of the file. It stays without one if the key names several, or if a finding on the photo says another one.
update photo set blade = named.blade
from (
  select id, case when a then 'A' when b then 'B' else 'C' end as blade
  from (
    select
      id,
      (lower(key) || '.' glob '*bladea[^a-z]*' or lower(key) || '.' glob '*blade[ _.-]a[^a-z]*') as a,
      (lower(key) || '.' glob '*bladeb[^a-z]*' or lower(key) || '.' glob '*blade[ _.-]b[^a-z]*') as b,
      (lower(key) || '.' glob '*bladec[^a-z]*' or lower(key) || '.' glob '*blade[ _.-]c[^a-z]*') as c
    from photo
    where blade is null and lower(key) glob '*blade*'
  )
  where a + b + c = 1
) as named
where photo.id = named.id
  and not exists (select 1 from finding where finding.photo_id = photo.id and finding.blade <> named.blade);
