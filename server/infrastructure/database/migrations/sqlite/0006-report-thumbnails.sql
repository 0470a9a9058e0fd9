-- Whether there is a picture of the first page. 0: the page cannot be rendered; null: the upkeep shall try it.
alter table report add column has_thumbnail integer check (has_thumbnail in (0, 1));
