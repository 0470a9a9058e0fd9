-- Places and measures of findings have three digits after the decimal point, as `domain/finding.ts` rounds them now: what is stored is what
-- screens and files show.
update finding set
  from_m = round(from_m::numeric, 3),
  to_m = round(to_m::numeric, 3),
  positions_m = (
    select coalesce(json_agg(round(place.value::numeric, 3)::double precision order by place.index), '[]')::text
    from json_array_elements_text(finding.positions_m::json) with ordinality as place (value, index)
  ),
  length_mm = round(length_mm::numeric, 3),
  width_mm = round(width_mm::numeric, 3),
  area_cm2 = round(area_cm2::numeric, 3),
  opening_mm = round(opening_mm::numeric, 3),
  diameter_mm = round(diameter_mm::numeric, 3),
  depth_mm = round(depth_mm::numeric, 3);
