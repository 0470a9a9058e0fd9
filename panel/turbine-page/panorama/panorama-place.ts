import { BLADES, type Blade, type Photo } from '#domain/photo.ts'
import { byRoom, inCaptureOrder, numberedRooms, photosAt } from '#panel/photos/photo-place.ts'
import type { Text } from '#panel/words/use-text.ts'

/** Stands for the blade of photos that were uploaded without one. */
export const NO_BLADE = 'none'
export type PlaceBlade = Blade | typeof NO_BLADE

/** The current place of the 360° view: a room of a blade, and the year and the shown photo if the room has photos. */
export interface PanoramaPlace {
  blade: PlaceBlade
  room: string
  year: number | undefined
  photo: Photo | undefined
}

/** The values in the address. Each one may be missing or invalid. */
interface AddressedPlace {
  blade?: string | undefined
  room?: string | undefined
  photo?: string | undefined
}

/** The photos that the 360° view can show: blade photos with a picture, so no point clouds. */
export function panoramaPhotos(photos: Photo[]): Photo[] {
  return photos.filter(({ category, width }) => category === 'blade' && width !== null)
}

/**
 * The place in the address. A photo in the address defines blade, room and year. A room without a photo opens as `placeInRoom` says.
 * Without both, it is the first room with a panorama; if there are only flat photos, the first room with photos.
 */
export function placeOf(photos: Photo[], { blade, room, photo }: AddressedPlace): PanoramaPlace {
  const addressed = photos.find(({ id }) => String(id) === photo)
  if (addressed) return placeOfPhoto(addressed)
  const known = offeredBlades(photos).find((one) => one === blade)
  if (known && room) return placeInRoom(photos, known, room)
  const offered = known ? photosOf(photos, known) : photos
  const preferred = panoramasOrAll(offered.filter((one) => room === undefined || one.room === room))
  const first = room ?? roomsWithPhotos(preferred)[0] ?? '1'
  const firstBlade =
    known ??
    offeredBlades(photos).find((one) => photosOf(preferred, one).some(({ room: other }) => other === first))
  return placeInRoom(photos, firstBlade ?? 'A', first)
}

/** The blades to choose from; photos without one are the last. */
export function offeredBlades(photos: Photo[]): PlaceBlade[] {
  return photos.some(({ blade }) => blade === null) ? [...BLADES, NO_BLADE] : [...BLADES]
}

export function photosOf(photos: Photo[], blade: PlaceBlade): Photo[] {
  return photos.filter((photo) => (photo.blade ?? NO_BLADE) === blade)
}

export function bladeName(text: Text, blade: PlaceBlade): string {
  return blade === NO_BLADE ? text('photos.bladeless') : text('photos.blade', { blade })
}

/**
 * A room of a blade, with its first panorama of `year`. If that year has none, it is the first of the newest year with one. A flat photo is
 * opened only in a room that has no panorama of any year.
 */
export function placeInRoom(photos: Photo[], blade: PlaceBlade, room: string, year?: number): PanoramaPlace {
  const here = photosOf(photos, blade).filter((photo) => photo.room === room)
  const preferred = panoramasOrAll(here)
  const years = yearsOf(preferred)
  const shown = years.find((one) => one === year) ?? years.at(-1)
  const [photo] = shown === undefined ? [] : inCaptureOrder(photosAt(preferred, { room, year: shown }))
  return photo ? placeOfPhoto(photo) : { blade, room, year: undefined, photo: undefined }
}

/** The photos of the same room, blade and year, in capture order. */
export function photosHere(photos: Photo[], { blade, room, year }: PanoramaPlace): Photo[] {
  return year === undefined ? [] : inCaptureOrder(photosAt(photosOf(photos, blade), { room, year }))
}

/** The years of the photos of a room, oldest first. */
export function yearsHere(photos: Photo[], { blade, room }: PanoramaPlace): number[] {
  return yearsOf(photosOf(photos, blade).filter((photo) => photo.room === room))
}

/**
 * The photo of another year that was most likely taken at the same spot: of its kind (panorama or flat), the one with the same number in
 * its room. If that year has only the other kind, the one with the same number.
 */
export function photoOfYear(photos: Photo[], place: PanoramaPlace, year: number): Photo | undefined {
  const here = photosHere(photos, place)
  const others = photosHere(photos, { ...place, year })
  return sameNumber(alikeOf(here, place), alikeOf(others, place), place) ?? sameNumber(here, others, place)
}

function sameNumber(here: Photo[], others: Photo[], { photo }: PanoramaPlace): Photo | undefined {
  return others[here.findIndex(({ id }) => id === photo?.id)] ?? others.at(-1)
}

/** The photos of the same kind as the shown one: panoramas or flat photos. They can be compared. */
export function alikeOf(photos: Photo[], { photo: shown }: PanoramaPlace): Photo[] {
  return photos.filter(({ is_sphere }) => is_sphere === shown?.is_sphere)
}

function panoramasOrAll(photos: Photo[]): Photo[] {
  const panoramas = photos.filter(({ is_sphere }) => is_sphere)
  return panoramas.length > 0 ? panoramas : photos
}

/** The rooms of the turbine, and all others with photos. @param rooms how many rooms the turbine has */
export function offeredRooms(photos: Photo[], rooms: number): string[] {
  return [...new Set([...numberedRooms(rooms), ...photos.flatMap(({ room }) => room ?? [])])].sort(byRoom)
}

/** The room with photos that comes `step` after this one; after the last comes the first. Undefined if no other room has photos. */
export function roomAfter(photos: Photo[], { blade, room }: PanoramaPlace, step: 1 | -1): string | undefined {
  const ofBlade = photosOf(photos, blade)
  const rooms = [...new Set([...roomsWithPhotos(ofBlade), room])].sort(byRoom)
  const next = rooms[(rooms.indexOf(room) + step + rooms.length) % rooms.length]
  return next === room ? undefined : next
}

function roomsWithPhotos(photos: Photo[]): string[] {
  return offeredRooms(photos, 0)
}

/** The place of this photo. */
export function placeOfPhoto(photo: Photo): PanoramaPlace {
  return { blade: photo.blade ?? NO_BLADE, room: photo.room ?? '', year: photo.year, photo }
}

function yearsOf(photos: Photo[]): number[] {
  return [...new Set(photos.map(({ year }) => year))].sort((a, b) => a - b)
}
