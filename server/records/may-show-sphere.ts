import { type SqlBool, sql } from 'kysely'
import { SPHERE_WIDTH_MIN } from '#domain/limits.ts'

/**
 * False in SQL for a `photo` that is not of a blade or that `detectSphere` takes for flat, whatever its file says. True also for unread
 * photos. The index `photo_with_sphere` matches the words after the width, so a query uses it for these photos.
 */
export const MAY_SHOW_SPHERE = sql<SqlBool>`photo.width >= ${sql.lit(SPHERE_WIDTH_MIN)} and photo.category = 'blade' and (abs(photo.width - 2 * photo.height) <= 2 or (photo.width is not null and photo.gpano is null) or photo.gpano like '%"projection":"%')`
