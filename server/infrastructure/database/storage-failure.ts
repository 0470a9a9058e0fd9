import { isDiskFull, isDiskReadOnly, probeWriting } from '#server/infrastructure/disk/disk-errors.ts'
import { isDatabaseFull, isDatabaseReadOnly, isDiskFailure } from './database-errors.ts'

/** Why writing is impossible; the code of the answer. */
export type StorageFailure = 'storage_full' | 'storage_read_only'

/** What a file system or database error says; undefined if neither. */
export function storageFailureOf(error: unknown): StorageFailure | undefined {
  if (isDiskFull(error) || isDatabaseFull(error)) return 'storage_full'
  if (isDiskReadOnly(error) || isDatabaseReadOnly(error)) return 'storage_read_only'
  return undefined
}

/** True if a full or read-only disk may be the cause of the error. */
export function mayBeStorageFailure(error: unknown): boolean {
  return storageFailureOf(error) !== undefined || isDiskFailure(error)
}

/** Like `storageFailureOf`. If the error is unclear, it writes a probe file into the folder. */
export async function findStorageFailure(
  error: unknown,
  folder: string,
): Promise<StorageFailure | undefined> {
  const failure = storageFailureOf(error)
  if (failure !== undefined || !isDiskFailure(error)) return failure
  return storageFailureOf(await probeWriting(folder, true))
}
