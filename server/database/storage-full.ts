import { isDiskFull, probeWriting } from '#server/disk/full-disk.ts'
import { isDatabaseFull, isDiskFailure } from './database-errors.ts'

/** True when the disk (or the user's share of it) has no room, whether the file system or the database says so. */
export function isStorageFull(error: unknown): boolean {
  return isDiskFull(error) || isDatabaseFull(error)
}

/** True when a full disk may be behind the error. */
export function mayBeStorageFull(error: unknown): boolean {
  return isStorageFull(error) || isDiskFailure(error)
}

/** True when a full disk is behind the error: where the database does not say, a file is written to see whether there is room. */
export async function isBecauseOfFullDisk(error: unknown, folder: string): Promise<boolean> {
  if (isStorageFull(error)) return true
  return isDiskFailure(error) && isStorageFull(await probeWriting(folder, true))
}
