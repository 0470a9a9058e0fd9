-- Places and measures of findings have three digits after the decimal point, as `domain/finding.ts` rounds them now: what is stored is what
-- screens and files show.
update finding set
  from_m = round(from_m, 3),
  to_m = round(to_m, 3),
  positions_m = (select json_group_array(round(value, 3)) from json_each(finding.positions_m)),
  length_mm = round(length_mm, 3),
  width_mm = round(width_mm, 3),
  area_cm2 = round(area_cm2, 3),
  opening_mm = round(opening_mm, 3),
  diameter_mm = round(diameter_mm, 3),
  depth_mm = round(depth_mm, 3);
