import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Services } from '#server/features/open-features.ts'
import { expectPrivateKey } from '#server/features/signing-keys/signing-key-queries.ts'
import { getInstallation } from '#server/features/stored-files/installation-queries.ts'
import { straySentence } from '#server/features/stored-files/stray-files.ts'
import { storageFailureOf } from '#server/infrastructure/database/storage-failure.ts'
import { probeWriting } from '#server/infrastructure/disk/disk-errors.ts'
import { refuseWithoutReserve } from '#server/infrastructure/disk/reserve.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import type { HealthCheck } from '#server/infrastructure/health/health.ts'
import { takeLongestDelay } from '#server/infrastructure/health/loop-delay.ts'
import { differenceOfClock } from './deletion-clock.ts'

/** Timeout of a trivial database query, in milliseconds. */
const DATABASE_MS = 2500
/** Timeout of the bucket, in milliseconds. */
const BUCKET_MS = 2000
/** Minimum block of the event loop for a warning, in milliseconds. */
const LOOP_LATE_MS = 1000

const NAME_OF = { storage_full: 'disk_space', storage_read_only: 'disk_writable' } as const

/**
 * The checks of `/api/health`.
 *
 * @param parts files and folders in the data folder that must not be replaced from now on
 */
export async function makeHealthChecks(
  {
    config,
    db,
    reserve,
    store,
    installation,
  }: Pick<Services, 'config' | 'db' | 'reserve' | 'store' | 'installation'>,
  parts: readonly string[],
): Promise<HealthCheck[]> {
  const { dataDir, timeFactor, bucket } = config
  const before = await identify(dataDir, parts)
  // If the database does not answer, its own check reports it.
  const findInstallation = () => getInstallation(db.read).catch(() => undefined)
  return [
    {
      name: 'data_folder',
      async run() {
        if ((await identify(dataDir, parts)) !== before)
          throw new Error('the data folder is not that of the start')
        const failure = await probeWriting(dataDir, false)
        if (failure !== undefined) throw failure
        await reserve.fill()
        refuseWithoutReserve(reserve)
      },
      nameOf(cause) {
        const failure = cause instanceof ApiError ? cause.code : storageFailureOf(cause)
        return NAME_OF[failure as keyof typeof NAME_OF]
      },
    },
    {
      name: 'database',
      run: async () => void (await db.read.selectFrom('company').select('id').limit(1).execute()),
      ms: DATABASE_MS,
    },
    ...(bucket
      ? [{ name: 'bucket' as const, run: () => store.probe(BUCKET_MS * timeFactor), ms: BUCKET_MS }]
      : []),
    { name: 'installation', run: () => installation.checkAgain() },
    {
      name: 'sweep',
      async run() {
        const found = await findInstallation()
        if (found && found.stray_files > 0)
          throw new Error(straySentence({ files: found.stray_files, bytes: found.stray_bytes }))
      },
    },
    { name: 'signing_key', run: () => expectPrivateKey(db.read, config.secretsDir) },
    {
      name: 'clock',
      async run() {
        const found = await findInstallation()
        return found && differenceOfClock(found)
      },
    },
    {
      name: 'event_loop',
      run() {
        const ms = takeLongestDelay()
        if (ms >= LOOP_LATE_MS) throw new Error(`the event loop was blocked for ${ms} ms`)
      },
    },
  ]
}

/** Device and inode of the folder and its parts: after an unmount, another folder has the same name. */
async function identify(dataDir: string, parts: readonly string[]): Promise<string> {
  const found = await Promise.all(['.', ...parts].map((part) => stat(join(dataDir, part))))
  return found.map(({ dev, ino }) => `${dev}:${ino}`).join()
}
