-- Whether there is a picture of the first page. 0: the page cannot be rendered; null: not tried yet, the upkeep will.
alter table report add column has_thumbnail integer check (has_thumbnail in (0, 1));
