import * as z from 'zod'
import { MOVED_PHOTOS_MAX } from '#domain/limits.ts'
import { Blade, Photo, PhotoCategory, Room, roomIsMissing } from '#domain/photo.ts'
import { Year } from '#domain/time/year.ts'

/** The place of a photo. */
export const PhotoPlace = Photo.pick({ category: true, blade: true, room: true, year: true })
export type PhotoPlace = z.infer<typeof PhotoPlace>

export const PLACE_FIELDS = Object.keys(PhotoPlace.shape) as (keyof PhotoPlace)[]

/** The changed fields of a place. */
const PlaceChange = z.strictObject({
  category: PhotoCategory.optional(),
  blade: Blade.nullable().optional(),
  room: Room.nullable().optional(),
  year: Year.optional(),
})
export type PlaceChange = z.infer<typeof PlaceChange>

/** The body of `PUT /turbines/{id}/photos/place`: the photos, and the changed fields of their place. `null` means no blade, or no room. */
export const PhotoMove = PlaceChange.extend({
  photo_ids: z.array(z.int().positive()).min(1).max(MOVED_PHOTOS_MAX),
}).refine((move) => PLACE_FIELDS.some((field) => move[field] !== undefined), {
  path: ['year'],
  error: 'place_required',
})
export type PhotoMove = z.infer<typeof PhotoMove>

/** The new place of a photo. */
export function placeAfter(before: PhotoPlace, change: PlaceChange): PhotoPlace {
  const { category, blade, room, year } = change
  return {
    category: category ?? before.category,
    blade: blade === undefined ? before.blade : blade,
    room: room === undefined ? before.room : room,
    year: year ?? before.year,
  }
}

/** The names of the fields in which two places differ. */
export function differingFields(a: PhotoPlace, b: PhotoPlace): (keyof PhotoPlace)[] {
  return PLACE_FIELDS.filter((field) => a[field] !== b[field])
}

/** True for a valid place: uploads have the same rule. */
export function isPlace(place: PhotoPlace): boolean {
  return !roomIsMissing(place)
}

/** A move as the audit log has it. */
export const RecordedMove = z.object({ from: PhotoPlace, to: PhotoPlace })
export type RecordedMove = z.infer<typeof RecordedMove>

/** A finding that no longer continues `earlier_id`, because its photo or the earlier one's was moved. */
export const UnlinkedByMove = z.object({
  id: z.int().positive(),
  number: z.string(),
  earlier_id: z.int().positive(),
})
export type UnlinkedByMove = z.infer<typeof UnlinkedByMove>

/** A published finding that blocks the move of its photo. */
export const KeepingFinding = z.object({
  id: z.int().positive(),
  number: z.string(),
  year: z.int(),
  photo_id: z.int().positive(),
  photo_name: z.string(),
})
export type KeepingFinding = z.infer<typeof KeepingFinding>
