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

/** The tests that also run with the files in a bucket: those about files. */
const ON_BUCKET = [
  'media',
  'panorama-tiles',
  'photo-archives',
  'photo-upload',
  'reports',
  'resumable-uploads',
  'turbine-deleted-during-upload',
]

export default defineConfig({
  test: {
    env: { TMPDIR: temporaryDisk() },
    // Some tests keep a processor core busy with images.
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // The default of one second is too short on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: { name: 'disk', include: ['tests/{docs,domain,server,panel,site,demo}/**/*.test.{ts,tsx}'] },
      },
      {
        extends: true,
        test: {
          name: 'bucket',
          include: ON_BUCKET.map((name) => `tests/server/${name}.test.ts`),
          env: { TEST_STORE: 'bucket' },
        },
      },
    ],
  },
})
