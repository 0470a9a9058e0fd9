import type { InspectionForm, InspectionMethod } from '#domain/inspections/inspection.ts'
import { INSPECTION_METHODS } from '#domain/inspections/inspection.ts'
import type { Photo, PhotoCategory } from '#domain/photo.ts'
import { readPhotoExif } from '#server/features/photos/photo-exif.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'

const METHOD_OF: Partial<Record<PhotoCategory, InspectionMethod>> = {
  drone: 'drone',
  operator: 'rope',
  robot: 'robot',
}

/**
 * An inspection that nobody has saved: methods, days and camera follow from its photos, the rest is empty.
 *
 * @param photos of the year, in any order. Only the first and the last one are read.
 */
export async function suggestInspection(
  db: Reader,
  turbineId: number,
  year: number,
  photos: readonly Photo[],
): Promise<InspectionForm> {
  const pictures = photos
    .filter(({ width }) => width !== null)
    .sort((one, other) => one.upload_date.localeCompare(other.upload_date) || one.id - other.id)
  const read = new Set([pictures[0], pictures.at(-1)].filter((photo) => photo !== undefined))
  const exifs = await Promise.all([...read].map((photo) => readPhotoExif(db, photo)))
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
      photos.some(({ category }) => METHOD_OF[category] === method),
    ),
    inspector: '',
    weather: '',
    camera: exifs.find((exif) => exif?.camera)?.camera ?? '',
    not_seen: '',
    updated_at: null,
    revision: 0,
  }
}
