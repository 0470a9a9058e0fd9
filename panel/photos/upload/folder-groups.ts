import { type FolderPlace, placeNamedBy } from '#domain/files/folder-place.ts'
import type { PickedFile } from '#panel/outbox/picked-files.ts'
import type { UploadTarget } from './upload-target.ts'

/** Files of folders that go to the same place. */
export interface FolderGroup {
  /** The names of the folders with slashes; empty for files that are in none. */
  path: string
  files: PickedFile[]
  /** The place that the names suggest; what they do not say is that of the place of the drop. */
  target: UploadTarget
  /** True if the names say the place, so that nobody has to choose it. */
  isNamed: boolean
}

/**
 * Groups picked files by the folders whose names say a place, in the order in which they were picked. Folders further inside belong to
 * them; a folder without such a name is a group of its own.
 *
 * @param drop where the files were dropped
 * @param rooms the rooms that the panel offers
 */
export function groupByFolder(
  files: readonly PickedFile[],
  drop: UploadTarget,
  rooms: readonly string[],
): FolderGroup[] {
  const groups = new Map<string, FolderGroup>()
  for (const picked of files) {
    const key = picked.folders.join('/')
    const known = groups.get(key)
    if (known) {
      known.files.push(picked)
      continue
    }
    const place = placeNamedBy(picked.folders, rooms, drop.category === 'blade')
    const path = (place.depth > 0 ? picked.folders.slice(0, place.depth) : picked.folders).join('/')
    const group = groups.get(path) ?? { path, files: [], ...suggest(place, drop, picked.folders.length > 0) }
    group.files.push(picked)
    groups.set(path, group)
    // The next file of this folder finds the group at once.
    groups.set(key, group)
  }
  return [...new Set(groups.values())]
}

function suggest(
  { category, blade, room }: FolderPlace,
  drop: UploadTarget,
  isInFolder: boolean,
): Pick<FolderGroup, 'target' | 'isNamed'> {
  const { turbineId, year } = drop
  const place = { turbineId, blade: blade ?? drop.blade, year }
  if (category !== undefined) {
    const isNamed = blade !== undefined || drop.category === category
    return { target: { ...place, category }, isNamed }
  }
  if (room !== undefined) {
    const isNamed = blade !== undefined || drop.category === 'blade'
    return { target: { ...place, category: 'blade', room }, isNamed }
  }
  // On a blade, a room is missing.
  const isNamed = !isInFolder || (blade !== undefined && drop.category !== 'blade')
  return { target: { ...drop, ...place }, isNamed }
}
