import { BLADES, type Photo, PhotoCategory } from '#domain/photo.ts'
import { byRoom, inCaptureOrder } from '#panel/photos/photo-place.ts'

/**
 * The photos of a year in the order in which somebody looks at them: the blades one after the other, each room by room, then the other
 * categories. Photos without a blade come after those of the blades; in a room they are in capture order.
 */
export function inInspectingOrder(photos: readonly Photo[], year: number): Photo[] {
  const ofYear = photos.filter((photo) => photo.year === year)
  const groups = [...Map.groupBy(ofYear, placeOf).values()]
  return groups.toSorted(([a], [b]) => (a && b ? comparePlaces(a, b) : 0)).flatMap(inCaptureOrder)
}

/** The first photo that nobody has looked at, from the one after this photo on; after the last one comes the first. */
export function nextUninspected(ordered: readonly Photo[], after?: Pick<Photo, 'id'>): Photo | undefined {
  const index = ordered.findIndex(({ id }) => id === after?.id)
  const others = [...ordered.slice(index + 1), ...ordered.slice(0, Math.max(0, index))]
  return others.find(isUninspected)
}

/** True if nobody has looked at the photo. For those who read only what is published it is true of every photo. */
export function isUninspected({ looked_at }: Pick<Photo, 'looked_at'>): boolean {
  return looked_at === null
}

function placeOf({ category, blade, room }: Photo): string {
  return JSON.stringify([category, blade, room])
}

function comparePlaces(a: Photo, b: Photo): number {
  const categories = PhotoCategory.options
  return (
    categories.indexOf(a.category) - categories.indexOf(b.category) ||
    bladeIndex(a) - bladeIndex(b) ||
    byRoom(a.room ?? '', b.room ?? '')
  )
}

function bladeIndex({ blade }: Photo): number {
  return blade === null ? BLADES.length : BLADES.indexOf(blade)
}
