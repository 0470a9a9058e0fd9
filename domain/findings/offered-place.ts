import { type Photo, roomLabel } from '#domain/photo.ts'
import type { Finding } from './finding.ts'

/** A distance along the blade that a form may offer, in metres: of a photo, or the part of the blade in its room. */
export type OfferedPlace =
  | { from: 'photo' | 'neighbours'; metres: number }
  | { from: 'room'; metres: number; to: number }

/** The parts of a blade that the first word of a room's label names. Each is a third. */
const PARTS = ['Root', 'Mid', 'Tip']

/**
 * Where a new finding of a photo may be: where another one of the photo is, otherwise between those of the photos before and after it in
 * the room, which are taken along the blade, otherwise in the third of the blade that the room is. Undefined if nothing is known.
 *
 * @param findings of the turbine
 * @param bladeLength in metres
 */
export function offerPlace(
  photo: Pick<Photo, 'id' | 'blade' | 'room' | 'year'>,
  findings: readonly Pick<Finding, 'photo_id' | 'blade' | 'room' | 'year' | 'from_m'>[],
  bladeLength: number | null,
): OfferedPlace | undefined {
  const placed = findings.flatMap(({ photo_id: id, from_m: metres, ...finding }) =>
    id !== null && metres !== null && isSamePlace(finding, photo) ? [{ id, metres }] : [],
  )
  const own = placed.findLast(({ id }) => id === photo.id)
  if (own) return { from: 'photo', metres: own.metres }
  const before = placed.filter(({ id }) => id < photo.id).sort((a, b) => b.id - a.id)[0]
  const after = placed.filter(({ id }) => id > photo.id).sort((a, b) => a.id - b.id)[0]
  if (before && after) {
    const share = (photo.id - before.id) / (after.id - before.id)
    return { from: 'neighbours', metres: round(before.metres + share * (after.metres - before.metres)) }
  }
  const neighbour = before ?? after
  if (neighbour) return { from: 'neighbours', metres: round(neighbour.metres) }
  const part = PARTS.indexOf(roomLabel(photo.room ?? '')?.split('-')[0] ?? '')
  if (part === -1 || bladeLength === null) return undefined
  return {
    from: 'room',
    metres: round((part * bladeLength) / PARTS.length),
    to: round(((part + 1) * bladeLength) / PARTS.length),
  }
}

function isSamePlace(
  finding: Pick<Finding, 'blade' | 'room' | 'year'>,
  { blade, room, year }: Pick<Photo, 'blade' | 'room' | 'year'>,
): boolean {
  return finding.blade === blade && finding.room === room && finding.year === year
}

/** To tenths, because an offer is no measurement. */
function round(metres: number): number {
  return Math.round(metres * 10) / 10
}
