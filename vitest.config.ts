import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { defineConfig } from 'vitest/config'

const MEMORY_DISK = '/dev/shm'
/** Free space that the temporary folders of all tests together need, in bytes. */
const NEEDED_BYTES = 2 * 1024 ** 3

/** A disk in memory if there is one with enough space: the tests then do not wait for thousands of fsync calls. */
function temporaryDisk(): string {
  if (!existsSync(MEMORY_DISK)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY_DISK)
  return bavail * bsize >= NEEDED_BYTES ? MEMORY_DISK : tmpdir()
}

export default defineConfig({
  test: {
    include: ['tests/{docs,domain,server,panel,site,demo}/**/*.test.{ts,tsx}'],
    env: { TMPDIR: temporaryDisk() },
    // One more than the two cores that the tests are made for, because a test often waits for a timer or a server that starts.
    maxWorkers: 3,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // The default of one second is too short on a busy machine.
    expect: { poll: { timeout: 10_000 } },
  },
})
