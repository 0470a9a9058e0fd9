/**
 * Files that the sweep has taken from their place, because no row names them. Their names stay the same: `files/…`, `derivatives/…`, and
 * `partial/ID` for the parts of an upload. They are in the folder `trash/` of the data folder (`disk-trash.ts`), or below `trash/` in the
 * bucket (`bucket-trash.ts`).
 */
export interface Trash {
  /** Moves files here. A missing one is no error. @returns how many were moved */
  add(names: readonly string[]): Promise<number>
  /** Moves files back that came here at `since` or later, except those whose place is taken. */
  restore(since: Date): Promise<RestoredFiles>
  /** Removes files for good, because somebody has deleted their record. A missing one is no error. */
  remove(names: readonly string[]): Promise<void>
  /** Removes the files that came here before `time` for good. @returns how many */
  removeOlderThan(time: Date): Promise<number>
  /** Removes the oldest files for good until the disk has `bytes` more, or none is left. @returns false if nothing was removed */
  free(bytes: number): Promise<boolean>
}

export interface RestoredFiles {
  restored: number
  /** How many stay here, because there is a file in their place. */
  taken: number
}

/** Where the trash is: in the data folder and in a bucket. */
export const TRASH_FOLDER = 'trash'

/** How long files stay in the trash, in milliseconds. */
export const TRASH_KEPT_MS = 30 * 24 * 60 * 60 * 1000
