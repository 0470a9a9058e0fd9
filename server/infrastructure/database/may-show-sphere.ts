import { type SqlBool, sql } from 'kysely'

/**
 * False in SQL for a photo, of the table `photo`, that is not of a blade or that `detectSphere` takes for flat, whatever its file says. True
 * also for what nobody has read yet. The index `photo_with_sphere` has the same words, so that a query finds these photos by it.
 */
export const MAY_SHOW_SPHERE = sql<SqlBool>`photo.category = 'blade' and (abs(photo.width - 2 * photo.height) <= 2 or (photo.width is not null and photo.gpano is null) or photo.gpano like '%"projection":"%')`
