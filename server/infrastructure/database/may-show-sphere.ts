import { type SqlBool, sql } from 'kysely'
import { SPHERE_WIDTH_MIN } from '#domain/limits.ts'

/**
 * False in SQL for a photo, of the table `photo`, that is not of a blade or that `detectSphere` takes for flat, whatever its file says. True
 * also for what nobody has read yet. The index `photo_with_sphere` has the words behind the width, so that a query finds these photos by it.
 */
export const MAY_SHOW_SPHERE = sql<SqlBool>`photo.width >= ${sql.lit(SPHERE_WIDTH_MIN)} and photo.category = 'blade' and (abs(photo.width - 2 * photo.height) <= 2 or (photo.width is not null and photo.gpano is null) or photo.gpano like '%"projection":"%')`
