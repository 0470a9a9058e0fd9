import { isDiskFull, probeWriting } from '#server/disk/full-disk.ts'
import { isDatabaseFull, isDiskFailure } from './database-errors.ts'

/** True if the error of the file system or of the database says that the disk or the quota of the user is full. */
export function isStorageFull(error: unknown): boolean {
  return isDiskFull(error) || isDatabaseFull(error)
}

/** True if a full disk may be the cause of the error. */
export function mayBeStorageFull(error: unknown): boolean {
  return isStorageFull(error) || isDiskFailure(error)
}

/** True if a full disk is the cause of the error. If the error does not say this, a file is written to find out whether there is space. */
export async function isBecauseOfFullDisk(error: unknown, folder: string): Promise<boolean> {
  if (isStorageFull(error)) return true
  return isDiskFailure(error) && isStorageFull(await probeWriting(folder, true))
}
