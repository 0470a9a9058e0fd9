import { isDiskFull, isDiskReadOnly, probeWriting } from '#server/infrastructure/disk/disk-errors.ts'
import { isDatabaseFull, isDatabaseReadOnly, isDiskFailure } from './database-errors.ts'

/** Why nothing can be written; the code of the answer. */
export type StorageFailure = 'storage_full' | 'storage_read_only'

/** What the error of the file system or of the database says; undefined if it says neither. */
export function storageFailureOf(error: unknown): StorageFailure | undefined {
  if (isDiskFull(error) || isDatabaseFull(error)) return 'storage_full'
  if (isDiskReadOnly(error) || isDatabaseReadOnly(error)) return 'storage_read_only'
  return undefined
}

/** True if a disk that is full or read-only may be the cause of the error. */
export function mayBeStorageFailure(error: unknown): boolean {
  return storageFailureOf(error) !== undefined || isDiskFailure(error)
}

/** Like `storageFailureOf`. If the error does not say it, a file is written to find out whether the folder can be written. */
export async function findStorageFailure(
  error: unknown,
  folder: string,
): Promise<StorageFailure | undefined> {
  const failure = storageFailureOf(error)
  if (failure !== undefined || !isDiskFailure(error)) return failure
  return storageFailureOf(await probeWriting(folder, true))
}
