import { type FolderPlace, placeNamedBy } from '#domain/files/folder-place.ts'
import { labelsInFileName } from '#domain/files/name-labels.ts'
import type { Blade, PhotoCategory } from '#domain/photo.ts'
import { compareNames } from '#domain/text/name-order.ts'
import { yearOf } from '#domain/time/today.ts'
import type { PickedFile } from '#panel/outbox/picked-files.ts'
import type { UploadTarget } from '../upload-target.ts'
import type { Shot } from './read-shot.ts'

/** Where photos will belong, as far as it is known. */
export interface FlightPlace {
  category: PhotoCategory | undefined
  blade: Blade | undefined
  /** Only for the category `blade`. */
  room: string | undefined
  year: number
}

/** A picked photo with what the camera wrote. */
export interface FlightFile extends PickedFile, Shot {}

/** Files that go to the same place. */
export interface FlightGroup {
  id: string
  /** The names of the folders with slashes; empty for files that are in none. */
  path: string
  files: FlightFile[]
  place: FlightPlace
}

type FlightPart = Omit<FlightGroup, 'id'>

/** What a flight may be sorted into. */
export interface FlightChoices {
  rooms: readonly string[]
  years: readonly number[]
}

/** Photos between which the drone flew to another room, at least, in milliseconds. */
const GAP_MIN_MS = 20_000
/** How many times the usual time between two photos such a flight takes, at least. */
const GAP_FACTOR = 5
/** How far the camera turns to another side of a blade, at least, in degrees. */
const TURN_MIN = 45

/** Where the files were dropped: a place, or anywhere on the page of the year. */
export type FlightDrop = UploadTarget | Pick<UploadTarget, 'turbineId' | 'year'>

/** The target of a place of which everything is known. */
export function targetOf(
  turbineId: number,
  { category, blade, room, year }: FlightPlace,
): UploadTarget | undefined {
  if (category === undefined || blade === undefined) return undefined
  if (category !== 'blade') return { turbineId, category, blade, year }
  return room === undefined ? undefined : { turbineId, category, blade, room, year }
}

/**
 * Sorts picked files into places: by the folders and file names that say one, and what they leave open by the pauses of the flight and the
 * turns of the camera. Groups whose place has to be chosen come first.
 */
export function groupFlight(
  files: readonly FlightFile[],
  drop: FlightDrop,
  choices: FlightChoices,
): FlightGroup[] {
  const named = new Map<string, FlightPart>()
  for (const file of inFlightOrder(files)) {
    const { path, facts } = factsOf(file, drop, choices.rooms)
    const place = placeOf(facts, drop, file.folders.length > 0)
    const key = JSON.stringify([path, place])
    const group = named.get(key) ?? { path, files: [], place }
    group.files.push(file)
    named.set(key, group)
  }
  const parts = [...named.values()].sort((a, b) => compareNames(a.path, b.path))
  const open = parts.filter(({ place }) => !isKnown(place))
  const known = parts.filter(({ place }) => isKnown(place))
  return [...open.flatMap(splitByFlight), ...known].map((part, index) => ({
    ...part,
    id: String(index),
    place: inYear(part, drop, choices.years),
  }))
}

function inFlightOrder(files: readonly FlightFile[]): FlightFile[] {
  return files.toSorted(
    (a, b) => compareNames(a.takenAt ?? '', b.takenAt ?? '') || compareNames(a.file.name, b.file.name),
  )
}

/** What the folders of a file say, and its name where they say nothing. */
function factsOf({ file, folders }: PickedFile, drop: FlightDrop, rooms: readonly string[]) {
  const isOnBlade = 'category' in drop && drop.category === 'blade'
  const place = placeNamedBy(folders, rooms, isOnBlade)
  const path = (place.depth > 0 ? folders.slice(0, place.depth) : folders).join('/')
  const isKind = place.room !== undefined || place.category !== undefined
  if (isKind && place.blade !== undefined) return { path, facts: place }
  const name = placeNamedBy(labelsInFileName(file.name), rooms, isOnBlade || place.blade !== undefined)
  // A room of another blade than that of the folder is none of this one.
  const isOther = place.blade !== undefined && name.blade !== undefined && place.blade !== name.blade
  const facts: FolderPlace = {
    ...place,
    category: isKind ? place.category : name.category,
    blade: place.blade ?? name.blade,
    room: isKind || isOther ? place.room : name.room,
  }
  return { path, facts }
}

/** The place of what the drop says counts for photos of the same kind. */
function placeOf({ category, blade, room }: FolderPlace, drop: FlightDrop, isInFolder: boolean): FlightPlace {
  const { year } = drop
  const onto = 'category' in drop ? drop : undefined
  if (category !== undefined) {
    const known = blade ?? (onto?.category === category ? onto.blade : undefined)
    return { category, blade: known, room: undefined, year }
  }
  if (room !== undefined) {
    const known = blade ?? (onto?.category === 'blade' ? onto.blade : undefined)
    return { category: 'blade', blade: known, room, year }
  }
  if (onto === undefined) return { category: undefined, blade, room, year }
  const dropped = onto.category === 'blade' ? onto.room : undefined
  if (!isInFolder && blade === undefined)
    return { category: onto.category, blade: onto.blade, room: dropped, year }
  // On a blade, a room is missing.
  return {
    category: onto.category,
    blade: blade ?? (onto.category === 'blade' ? onto.blade : undefined),
    room: undefined,
    year,
  }
}

function isKnown(place: FlightPlace): boolean {
  return targetOf(0, place) !== undefined
}

/** Splits photos where the drone paused or the camera turned. */
function splitByFlight(part: FlightPart): FlightPart[] {
  const { files } = part
  const gaps = files.slice(1).flatMap((file, index) => gapBetween(files[index], file) ?? [])
  const usual = gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0
  const pause = Math.max(GAP_MIN_MS, usual * GAP_FACTOR)
  const parts: FlightFile[][] = []
  for (const file of files) {
    const open = parts.at(-1)
    const before = open?.at(-1)
    const isNext = before && (gapBetween(before, file) ?? 0) < pause && turnBetween(before, file) < TURN_MIN
    if (open && isNext) open.push(file)
    else parts.push([file])
  }
  return parts.map((some) => ({ ...part, files: some }))
}

function gapBetween(a: FlightFile | undefined, b: FlightFile): number | undefined {
  if (a?.takenAt === undefined || b.takenAt === undefined) return undefined
  return Date.parse(`${b.takenAt}Z`) - Date.parse(`${a.takenAt}Z`)
}

/** The angle between the directions of two photos, from 0 to 180. */
function turnBetween(a: FlightFile, b: FlightFile): number {
  if (a.yaw === undefined || b.yaw === undefined) return 0
  const turn = Math.abs(a.yaw - b.yaw) % 360
  return Math.min(turn, 360 - turn)
}

/** The year in which the photos were taken, if it can be chosen. The year of a place on which they were dropped is chosen already. */
function inYear({ files, place }: FlightPart, drop: FlightDrop, years: readonly number[]): FlightPlace {
  const takenAt = files.find((file) => file.takenAt !== undefined)?.takenAt
  if (takenAt === undefined || 'category' in drop) return place
  const year = yearOf(takenAt)
  return years.includes(year) ? { ...place, year } : place
}
