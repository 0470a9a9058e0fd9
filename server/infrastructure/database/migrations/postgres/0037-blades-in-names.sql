-- A photo without a blade belongs to the one that its key names (`bladeB_x.jpg`), as `bladeNamedIn` in `domain/photo.ts` says. The key ends
-- with the name of the file. It stays without one if the key names several, or if a finding on the photo says another one.
update photo set blade = named.blade
from (
  select id, case when a then 'A' when b then 'B' else 'C' end as blade
  from (
    select
      id,
      lower(key) ~ 'blade[ _.-]?a([^a-z]|$)' as a,
      lower(key) ~ 'blade[ _.-]?b([^a-z]|$)' as b,
      lower(key) ~ 'blade[ _.-]?c([^a-z]|$)' as c
    from photo
    where blade is null and lower(key) like '%blade%'
  ) as letters
  where a::int + b::int + c::int = 1
) as named
where photo.id = named.id
  and not exists (select 1 from finding where finding.photo_id = photo.id and finding.blade <> named.blade);
