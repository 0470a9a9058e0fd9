import { sql } from 'kysely'
import type { InspectionForm, InspectionMethod } from '#domain/inspections/inspection.ts'
import { INSPECTION_METHODS } from '#domain/inspections/inspection.ts'
import type { PhotoCategory } from '#domain/photo.ts'
import { findExif } from '#server/features/photos/metadata-queries.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'

const METHOD_OF: Partial<Record<PhotoCategory, InspectionMethod>> = {
  drone: 'drone',
  operator: 'rope',
  robot: 'robot',
}

/** The version's place of a photo moved since; null for all others. */
function placeIn({ id }: { id: number }, column: 'is_sealed' | 'category') {
  return sql`(select ${sql.ref(`moved_photo.${column}`)} from moved_photo
    where moved_photo.version_id = ${id} and moved_photo.photo_id = photo.id)`
}

/**
 * The defaults of an unsaved inspection: methods, days and camera from its photos, the rest empty.
 *
 * @param version only its photos, at their places in it, even if moved since; by default the current ones
 */
export async function suggestInspection(
  db: Reader,
  turbineId: number,
  year: number,
  version?: { id: number; published_at: string },
): Promise<InspectionForm> {
  const ofTurbine = db.selectFrom('photo').where('turbine_id', '=', turbineId)
  const photos = version
    ? ofTurbine
        .where('uploaded_at', '<=', version.published_at)
        .where(
          sql<boolean>`coalesce(${placeIn(version, 'is_sealed')}, case when photo.year = ${year} then 1 else 0 end) = 1`,
        )
    : ofTurbine.where('year', '=', year)
  const category = version
    ? sql<PhotoCategory>`coalesce(${placeIn(version, 'category')}, photo.category)`
    : sql.ref<PhotoCategory>('photo.category')
  const categories = await photos.select(category.as('category')).distinct().execute()
  const pictures = photos.select('id').where('width', 'is not', null).limit(1)
  const ends = [
    await pictures.orderBy('uploaded_at').orderBy('id').executeTakeFirst(),
    await pictures.orderBy('uploaded_at', 'desc').orderBy('id', 'desc').executeTakeFirst(),
  ]
  const exifs = []
  for (const id of new Set(ends.flatMap((picture) => picture?.id ?? []))) exifs.push(await findExif(db, id))
  const days = exifs
    .flatMap((exif) => exif?.taken_at?.slice(0, 10) ?? [])
    .filter((day) => day.startsWith(String(year)))
    .sort()
  const [first_day = null] = days
  const last = days.at(-1) ?? null
  return {
    turbine_id: turbineId,
    year,
    first_day,
    last_day: last === first_day ? null : last,
    methods: INSPECTION_METHODS.filter((method) =>
      categories.some(({ category }) => METHOD_OF[category] === method),
    ),
    inspector: '',
    weather: '',
    camera: exifs.find((exif) => exif?.camera)?.camera ?? '',
    not_seen: '',
    updated_at: null,
    revision: 0,
  }
}
