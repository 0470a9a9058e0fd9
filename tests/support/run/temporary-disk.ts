import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const MEMORY_DISK = '/dev/shm'
/** Free space that the temporary folders of all tests together need, in bytes. */
const NEEDED_BYTES = 2 * 1024 ** 3

/** A disk in memory if there is one with enough space: the tests then do not wait for thousands of fsync calls. */
export function temporaryDisk(): string {
  if (!existsSync(MEMORY_DISK)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY_DISK)
  return bavail * bsize >= NEEDED_BYTES ? MEMORY_DISK : tmpdir()
}
