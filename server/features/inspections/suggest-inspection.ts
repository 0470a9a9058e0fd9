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

/**
 * An inspection that nobody has saved: methods, days and camera follow from its photos, the rest is empty.
 *
 * @param until only photos that were uploaded by then; without it, all
 */
export async function suggestInspection(
  db: Reader,
  turbineId: number,
  year: number,
  until?: string,
): Promise<InspectionForm> {
  const photos = db
    .selectFrom('photo')
    .where('turbine_id', '=', turbineId)
    .where('year', '=', year)
    .$if(until !== undefined, (query) => query.where('uploaded_at', '<=', until as string))
  const categories = await photos.select('category').distinct().execute()
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
