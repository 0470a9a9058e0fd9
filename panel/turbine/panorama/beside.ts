import type { Photo } from '#domain/photo.ts'
import { inCaptureOrder } from '#panel/photos/photo-place.ts'
import { type PanoramaPlace, photoOfYear, photosOf, yearsHere } from './panorama-place.ts'

/**
 * The photo of another year that shows most likely the same as that of the place: of `year` if there is one, else of the year before,
 * else of the next one.
 */
export function partnerOf(photos: Photo[], place: PanoramaPlace, year?: number): Photo | undefined {
  const here = place.year
  if (here === undefined) return undefined
  const others = yearsHere(photos, place).filter((one) => one !== here)
  const chosen = others.find((one) => one === year) ?? others.findLast((one) => one < here) ?? others[0]
  return chosen === undefined ? undefined : photoOfYear(photos, place, chosen)
}

/** The photo that is shown beside that of the place. @param id what the address says; its year is kept in other rooms */
export function besideOf(photos: Photo[], place: PanoramaPlace, id: string): Photo | undefined {
  const addressed = photos.find((photo) => String(photo.id) === id)
  if (addressed && partnersOf(photos, place).includes(addressed)) return addressed
  return partnerOf(photos, place, addressed?.year)
}

/** The photo to show beside the next place. One that is still of another year stays while only the year of the first one changes. */
export function besideAfter(
  photos: Photo[],
  place: PanoramaPlace,
  next: PanoramaPlace,
  beside: Photo,
): Photo | undefined {
  const isOtherYear = next.year !== place.year && next.year !== beside.year
  if (isOtherYear && partnersOf(photos, next).includes(beside)) return beside
  return partnerOf(photos, next, beside.year)
}

/** The photos of the same room and blade of other years, oldest first. */
export function partnersOf(photos: Photo[], { blade, room, year }: PanoramaPlace): Photo[] {
  const inRoom = photosOf(photos, blade).filter((photo) => photo.room === room && photo.year !== year)
  return inCaptureOrder(inRoom)
}
