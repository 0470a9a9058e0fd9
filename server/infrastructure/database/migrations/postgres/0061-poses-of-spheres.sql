-- Former versions did not read how the camera of a sphere was held. The job that reads photos again finds these by the null.
update photo set original_shown = null where gpano like '%"projection":"%' and width is not null;
