-- How the stored pixels of a photo are turned (EXIF orientation, 1 to 8), and whether browsers show the original as its derivatives are. SQL
-- null: not read, because the photo was uploaded before these columns existed, or because it is a point cloud. A job reads those photos
-- again, also what their files say in fields that former versions did not read, and finds them by the index.
alter table photo add column orientation integer check (orientation between 1 and 8);
alter table photo add column original_shown integer check (original_shown in (0, 1));
drop index photo_unread;
create index photo_unread on photo (id) where original_shown is null and width is not null;
