import { ROOMS_SELECTABLE } from '#domain/limits.ts'
import type { Blade, Photo } from '#domain/photo.ts'
import { compareNames } from '#domain/text/name-order.ts'
import { selectableYears } from '#domain/time/year.ts'

/** The room and the year of the photos in a block. */
export interface PhotoPlace {
  room: string
  year: number
}

/** The photos of one blade; of all three blades if `blade` is undefined. */
export function photosOfBlade(photos: Photo[], blade: Blade | undefined): Photo[] {
  return blade === undefined ? photos : photos.filter((photo) => photo.blade === blade)
}

/**
 * The photos that the page shows together with this one, including it, in capture order: those of its category, blade, room and year;
 * of all blades if the page shows them together. Only this photo, if it is not one of `photos`.
 */
export function photosBeside(photos: Photo[], photo: Photo, bladesTogether: boolean): Photo[] {
  const { category, room, year, blade } = photo
  const beside = photos.filter(
    (other) =>
      other.category === category &&
      other.room === room &&
      other.year === year &&
      (bladesTogether || other.blade === blade),
  )
  return beside.some(({ id }) => id === photo.id) ? inCaptureOrder(beside) : [photo]
}

/** Sorts photos as they were taken: by month, and by their names within a month, because cameras number their files. */
export function inCaptureOrder(photos: Photo[]): Photo[] {
  return photos.toSorted(
    (a, b) =>
      a.year - b.year || a.month - b.month || compareNames(a.originalName, b.originalName) || a.id - b.id,
  )
}

/** The photo to show after `deleted`: the next one, otherwise the previous one. */
export function photoAfter(photos: Photo[], deleted: Photo): Photo | undefined {
  const index = photos.findIndex(({ id }) => id === deleted.id)
  return photos[index + 1] ?? photos[index - 1]
}

export function photosAt(photos: Photo[], place: PhotoPlace): Photo[] {
  return photos.filter((photo) => photo.room === place.room && photo.year === place.year)
}

/** How many photos each room has in `year`. */
export function countByRoom(photos: Photo[], year: number): Map<string, number> {
  return count(photos.filter((photo) => photo.year === year).map((photo) => photo.room ?? ''))
}

export function countByYear(photos: Photo[]): Map<number, number> {
  return count(photos.map((photo) => photo.year))
}

function count<T>(values: T[]): Map<T, number> {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

/** The first room that has photos in `year`; room 1 if none has. */
export function firstRoom(photos: Photo[], year: number): string {
  const [room = '1'] = [...countByRoom(photos, year).keys()].sort(byRoom)
  return room
}

/** The newest year with photos; the current year if there are no photos. */
export function newestYear(photos: Photo[], thisYear: number): number {
  return photos.length === 0 ? thisYear : Math.max(...countByYear(photos).keys())
}

/** The rooms in the select: first the numbered rooms, then the rooms with other names. */
export function offeredRooms(photos: Photo[]): string[] {
  return [...new Set([...numberedRooms(ROOMS_SELECTABLE), ...photos.map((photo) => photo.room ?? '')])]
    .filter(Boolean)
    .sort(byRoom)
}

/** The first rooms: 1, 2, 3 … */
export function numberedRooms(count: number): string[] {
  return Array.from({ length: count }, (_, index) => String(index + 1))
}

/** The selectable years and all other years with photos, newest first. */
export function offeredYears(photos: Photo[], thisYear: number): number[] {
  return [...new Set([...selectableYears(thisYear), ...photos.map((photo) => photo.year)])].sort(
    (a, b) => b - a,
  )
}

export function byRoom(a: string, b: string): number {
  return compareNames(a, b)
}
