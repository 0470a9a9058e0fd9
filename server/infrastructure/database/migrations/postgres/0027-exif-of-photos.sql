-- What the camera wrote into the photo (EXIF), as a JSON object. SQL null: not read, because the photo was uploaded before this column
-- existed, or because it is a point cloud. A job reads those photos, and finds them by the index.
alter table photo add column exif text collate "C" check (exif is null or exif::json is not null);
create index photo_unread on photo (id) where exif is null and width is not null;
