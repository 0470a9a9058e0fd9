import type { FlightFile, FlightGroup, FlightPlace } from './flight-groups.ts'

// What a person does with the groups of a flight. The groups keep their order.

/** Gives groups a part of a place. A room belongs to photos of a blade only. */
export function changePlaces(
  groups: readonly FlightGroup[],
  ids: ReadonlySet<string>,
  change: Partial<FlightPlace>,
): FlightGroup[] {
  return groups.map((group) =>
    ids.has(group.id) ? { ...group, place: { ...group.place, ...change } } : group,
  )
}

/** Puts the files of groups into the first of them. */
export function joinGroups(groups: readonly FlightGroup[], ids: ReadonlySet<string>): FlightGroup[] {
  const joined = groups.filter(({ id }) => ids.has(id))
  const files = joined.flatMap((group) => group.files)
  return groups.flatMap((group) => {
    if (!ids.has(group.id)) return [group]
    return group === joined[0] ? [{ ...group, files }] : []
  })
}

/** Makes some files of a group a group of their own, below it. Its room, or the blade of another kind of photos, has to be chosen. */
export function splitGroup(
  groups: readonly FlightGroup[],
  id: string,
  taken: ReadonlySet<FlightFile>,
): FlightGroup[] {
  return groups.flatMap((group) => {
    if (group.id !== id) return [group]
    const own = group.files.filter((file) => !taken.has(file))
    const others = group.files.filter((file) => taken.has(file))
    if (own.length === 0 || others.length === 0) return [group]
    const { place } = group
    const open = place.category === 'blade' ? { ...place, room: undefined } : { ...place, blade: undefined }
    return [
      { ...group, files: own },
      { ...group, id: newId(groups), files: others, place: open },
    ]
  })
}

/** Gives groups the rooms that follow that of the first one, on its blade. The rooms end with the last one. */
export function fillRooms(
  groups: readonly FlightGroup[],
  ids: ReadonlySet<string>,
  rooms: readonly string[],
): FlightGroup[] {
  const chosen = groups.filter(({ id }) => ids.has(id))
  const from = rooms.indexOf(chosen[0]?.place.room ?? '')
  return groups.map((group) => {
    const room = rooms[from + chosen.indexOf(group)]
    if (from === -1 || !chosen[0] || !chosen.includes(group) || room === undefined) return group
    return { ...group, place: { ...chosen[0].place, room } }
  })
}

function newId(groups: readonly FlightGroup[]): string {
  return String(Math.max(...groups.map(({ id }) => Number(id))) + 1)
}
