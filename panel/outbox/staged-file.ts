/** A file that waits to be uploaded, and where it will belong. */
export interface StagedFile<Target> {
  /** Unique in this browser; also its key in the browser's database. */
  id: string
  file: File
  target: Target
  /** Why the file is still staged after an upload. A refused file is not sent again, a failed one is. */
  trouble?: { kind: 'refused'; message: string } | { kind: 'failed' }
  /** Whether the browser has stored the file, or why not. A reload loses what is not stored. */
  storage: FileStorage
}

/** `full`: the space of the browser is used up. `refused`: it stores no files at all, for example in a private window. */
export type FileStorage = 'stored' | 'full' | 'refused'

/** `stored` if the browser has stored all of them, otherwise why not. */
export function storageOf(files: readonly StagedFile<unknown>[]): FileStorage {
  return files.find(({ storage }) => storage !== 'stored')?.storage ?? 'stored'
}

/** Staged files with the same target. */
interface StagedGroup<Target, Item> {
  target: Target
  /** The target as text, to compare it. */
  key: string
  files: Item[]
}

/** True if both are the same place. */
export function isSameTarget(a: unknown, b: unknown): boolean {
  return targetText(a) === targetText(b)
}

/** A target as text, which does not depend on the order of its fields. */
function targetText(target: unknown): string {
  return JSON.stringify(Object.fromEntries(Object.entries(target ?? {}).sort()))
}

/** The files by their targets, in the order in which the targets were staged first. */
export function groupByTarget<Target, Item extends { target: Target }>(
  files: readonly (Item & { target: Target })[],
): StagedGroup<Target, Item>[] {
  const groups = new Map<string, StagedGroup<Target, Item>>()
  for (const item of files) {
    const key = targetText(item.target)
    const group = groups.get(key)
    if (group) group.files.push(item)
    else groups.set(key, { target: item.target, key, files: [item] })
  }
  return [...groups.values()]
}

/** The files that an upload sends: all but the refused ones. */
export function waitingFiles<Target>(files: readonly StagedFile<Target>[]): StagedFile<Target>[] {
  return files.filter(({ trouble }) => trouble?.kind !== 'refused')
}
