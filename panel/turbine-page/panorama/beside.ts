import type { Photo } from '#domain/photo.ts'
import { inCaptureOrder } from '#panel/photos/photo-place.ts'
import { alikeOf, type PanoramaPlace, photoOfYear, photosOf, yearsHere } from './panorama-place.ts'

/**
 * The photo of another year that most likely shows the same as the current photo: a panorama beside a panorama, a flat photo beside a flat
 * one. It is from `year` if there is one, otherwise from the nearest earlier year, otherwise from the first later year.
 */
export function partnerOf(photos: Photo[], place: PanoramaPlace, year?: number): Photo | undefined {
  const here = place.year
  if (here === undefined) return undefined
  const others = yearsHere(alikeOf(photos, place), place).filter((one) => one !== here)
  const chosen = others.find((one) => one === year) ?? others.findLast((one) => one < here) ?? others[0]
  return chosen === undefined ? undefined : photoOfYear(photos, place, chosen)
}

/** The photo to show beside the current one. @param id the id in the address; if that photo is of another room, a photo of its year is used */
export function besideOf(photos: Photo[], place: PanoramaPlace, id: string): Photo | undefined {
  const addressed = photos.find((photo) => String(photo.id) === id)
  if (addressed && partnersOf(photos, place).includes(addressed)) return addressed
  return partnerOf(photos, place, addressed?.year)
}

/** The second photo after the user has gone to the place `next`. It stays the same if it is still of the same room and of another year. */
export function besideAfter(
  photos: Photo[],
  place: PanoramaPlace,
  next: PanoramaPlace,
  beside: Photo,
): Photo | undefined {
  const isOtherYear = next.year !== place.year && next.year !== beside.year
  if (isOtherYear && alikeOf(partnersOf(photos, next), next).includes(beside)) return beside
  return partnerOf(photos, next, beside.year)
}

/** The photos of the same room and blade of other years, oldest first. */
export function partnersOf(photos: Photo[], { blade, room, year }: PanoramaPlace): Photo[] {
  const inRoom = photosOf(photos, blade).filter((photo) => photo.room === room && photo.year !== year)
  return inCaptureOrder(inRoom)
}
