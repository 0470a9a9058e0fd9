import type { Photo } from '#domain/photo.ts'
import {
  differingFields,
  isPlace,
  PhotoPlace,
  PLACE_FIELDS,
  type PlaceChange,
  placeAfter,
} from '#domain/pictures/photo-move.ts'

/** What stands for a field in which the photos differ, and for no blade or no room. Other values are those of the field, as texts. */
export const MIXED = 'mixed'
export const NONE = 'none'
/** Stands before the names of rooms, because a room may be called like one of the two. */
const ROOM_PREFIX = 'room '

/** The chosen place, as the selects of the dialog have it. */
export type MoveChoice = Record<keyof PhotoPlace, string>

/** The place that the photos have now. */
export function choiceOf(photos: readonly Photo[]): MoveChoice {
  const choices = PLACE_FIELDS.map((field) => {
    const values = new Set(photos.map((photo) => photo[field]))
    const [value] = values
    return [field, values.size === 1 && value !== undefined ? optionOf(field, value) : MIXED]
  })
  return Object.fromEntries(choices) as MoveChoice
}

/** The value of a select for the value of a field. */
export function optionOf(field: keyof PhotoPlace, value: string | number | null): string {
  if (value === null) return NONE
  return field === 'room' ? ROOM_PREFIX + value : String(value)
}

/** What the server is asked for: the fields whose choice is another one than at first. */
export function changeOf(before: MoveChoice, choice: MoveChoice): PlaceChange {
  const changed = PLACE_FIELDS.filter((field) => choice[field] !== before[field] && choice[field] !== MIXED)
  return Object.fromEntries(changed.map((field) => [field, fieldValue(field, choice[field])]))
}

function fieldValue(field: keyof PhotoPlace, option: string): string | number | null {
  if (option === NONE) return null
  if (field === 'room') return option.slice(ROOM_PREFIX.length)
  return field === 'year' ? Number(option) : option
}

/** The photos that are at another place after the change. */
export function movedBy(photos: readonly Photo[], change: PlaceChange): Photo[] {
  return photos.filter((photo) => differingFields(photo, placeAfter(photo, change)).length > 0)
}

/** True if a moved photo would be one of a blade without a room. */
export function lacksRoom(moved: readonly Photo[], change: PlaceChange): boolean {
  return moved.some((photo) => !isPlace(placeAfter(photo, change)))
}

/** The photos of each place, to move them back there. */
export function groupByPlace(photos: readonly Photo[]): { place: PhotoPlace; ids: number[] }[] {
  const groups = Map.groupBy(photos, (photo) => JSON.stringify(PhotoPlace.parse(photo)))
  return [...groups].map(([place, group]) => ({
    place: JSON.parse(place) as PhotoPlace,
    ids: group.map(({ id }) => id),
  }))
}
