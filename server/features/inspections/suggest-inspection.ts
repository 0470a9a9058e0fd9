import type { Inspection, InspectionMethod } from '#domain/inspection.ts'
import { INSPECTION_METHODS } from '#domain/inspection.ts'
import type { Photo, PhotoCategory, PhotoExif } from '#domain/photo.ts'
import type { Services } from '#server/core/env.ts'
import { readPhotoExif } from '#server/features/photos/photo-exif.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { SERVER_ITSELF } from '#server/infrastructure/images/fair-queue.ts'

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
  services: Services,
  turbineId: number,
  year: number,
  photos: readonly Photo[],
): Promise<Inspection> {
  const pictures = photos
    .filter(({ width }) => width !== null)
    .sort((one, other) => one.upload_date.localeCompare(other.upload_date) || one.id - other.id)
  const read = new Set([pictures[0], pictures.at(-1)].filter((photo) => photo !== undefined))
  const exifs = await Promise.all([...read].map((photo) => readExif(services, photo)))
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
  }
}

/** Undefined for a photo that has just been deleted, or whose file is missing. */
async function readExif(services: Services, photo: Photo): Promise<PhotoExif | undefined> {
  try {
    return await readPhotoExif(services, SERVER_ITSELF, photo)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'photo_not_found') return undefined
    throw error
  }
}
