import { ROOMS_SELECTABLE } from '#domain/limits.ts'
import type { Photo } from '#domain/photo.ts'
import { byRoom, countByRoom, numberedRooms } from '#panel/photos/photo-place.ts'

/** The rooms of one side of a blade: root, mid, tip. */
export const ROOMS_OF_SIDE = 3
/** The rooms that are drawn as parts of the blade: three sides with three rooms each. */
const DRAWN_ROOMS = 9

/** The smallest number of photos for each of the three tints. */
export const TINT_FROM = [1, 4, 10] as const
/** How strongly a room is tinted, by its number of photos. */
export type Tint = 'none' | 'few' | 'some' | 'many'

export function tintOf(count: number): Tint {
  const [few, some, many] = TINT_FROM
  if (count >= many) return 'many'
  if (count >= some) return 'some'
  return count >= few ? 'few' : 'none'
}

/** The rooms that the map shows of a blade. */
export interface MapRooms {
  /** The sides with a shown room, each with the shown ones of its three places from root to tip. */
  sides: (string | undefined)[][]
  /** All other rooms: those from 10 on, and those with a name. */
  further: string[]
}

/**
 * The rooms of the turbine, and every other room with photos.
 *
 * @param rooms how many rooms the turbine has
 * @param photos the photos that the map counts
 */
export function mapRooms(rooms: number, photos: Photo[]): MapRooms {
  const shown = new Set([...ownRooms(rooms), ...photos.flatMap(({ room }) => room ?? [])])
  const drawn = numberedRooms(DRAWN_ROOMS)
  const sides = Array.from({ length: DRAWN_ROOMS / ROOMS_OF_SIDE }, (_, side) =>
    drawn
      .slice(side * ROOMS_OF_SIDE, (side + 1) * ROOMS_OF_SIDE)
      .map((room) => (shown.has(room) ? room : undefined)),
  )
  return {
    sides: sides.filter((side) => side.some((room) => room !== undefined)),
    further: [...shown].filter((room) => !drawn.includes(room)).sort(byRoom),
  }
}

export function roomsOfMap({ sides, further }: MapRooms): string[] {
  return [...sides.flat().filter((room) => room !== undefined), ...further]
}

/** The rooms that every blade of the turbine has. */
function ownRooms(rooms: number): string[] {
  return numberedRooms(Math.min(rooms, ROOMS_SELECTABLE))
}

/** The data of the map for one blade in one year. */
export interface BladeCoverage {
  counts: Map<string, number>
  /** The number of photos. */
  photos: number
  /** The number of the turbine's rooms, and of those without photos. */
  rooms: number
  empty: number
}

/** @param photos the photos of the blade */
export function bladeCoverage(rooms: number, photos: Photo[], year: number): BladeCoverage {
  const counts = countByRoom(photos, year)
  const own = ownRooms(rooms)
  return {
    counts,
    photos: photos.filter((photo) => photo.year === year).length,
    rooms: own.length,
    empty: own.filter((room) => !counts.has(room)).length,
  }
}
