import { ROOMS_SELECTABLE } from '#domain/limits.ts'
import { type Blade, type Photo, roomLabel } from '#domain/photo.ts'
import { selectableYears } from '#domain/year.ts'
import type { Text } from '#panel/words/use-text.ts'

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
 * The photos that the page shows together with this one, including it: those of its blade, room and year; of all blades if
 * the page shows them together. Only this photo, if it is not one of `photos`.
 */
export function photosBeside(photos: Photo[], photo: Photo, bladesTogether: boolean): Photo[] {
  const blade = bladesTogether ? undefined : (photo.blade ?? undefined)
  const beside = photosAt(photosOfBlade(photos, blade), { room: photo.room ?? '', year: photo.year })
  return beside.some(({ id }) => id === photo.id) ? beside : [photo]
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

/** The place that is shown first: the newest year with photos, and its first room with photos. */
export function firstPlace(photos: Photo[], now: Date): PhotoPlace {
  if (photos.length === 0) return { room: '1', year: now.getFullYear() }
  const year = Math.max(...countByYear(photos).keys())
  const [room = '1'] = [...countByRoom(photos, year).keys()].sort(byRoom)
  return { room, year }
}

/** The rooms in the select: first the numbered rooms, then the rooms with other names. */
export function offeredRooms(photos: Photo[]): string[] {
  const numbered = Array.from({ length: ROOMS_SELECTABLE }, (_, index) => String(index + 1))
  return [...new Set([...numbered, ...photos.map((photo) => photo.room ?? '')])].filter(Boolean).sort(byRoom)
}

/** The selectable years and all other years with photos, newest first. */
export function offeredYears(photos: Photo[], now: Date): number[] {
  return [...new Set([...selectableYears(now), ...photos.map((photo) => photo.year)])].sort((a, b) => b - a)
}

function byRoom(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true })
}

/** The label of a room (`Root-WW`), otherwise its number in words, otherwise its name. */
export function roomName(text: Text, room: string): string {
  return roomLabel(room) ?? (/^\d+$/.test(room) ? text('room.numbered', { n: room }) : room)
}
