import type { Services } from '#server/core/env.ts'
import { getInstallation } from '#server/features/stored-files/installation-queries.ts'
import { straySentence } from '#server/features/stored-files/stray-files.ts'
import { storageFailureOf } from '#server/infrastructure/database/storage-failure.ts'
import { probeWriting } from '#server/infrastructure/disk/disk-errors.ts'
import { refuseWithoutReserve } from '#server/infrastructure/disk/reserve.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { watchFolder } from '#server/infrastructure/health/folder-identity.ts'
import type { HealthCheck } from '#server/infrastructure/health/health.ts'
import { loopDelay } from '#server/infrastructure/health/loop-delay.ts'
import { differenceOfClock } from './deletion-clock.ts'

/** PostgreSQL answers something so short on a connection of its own, in milliseconds, unless it is away. */
const DATABASE_MS = 750
/** The bucket is asked no longer than this, in milliseconds. */
const BUCKET_MS = 4000
/** The bucket is late if it takes so long, in milliseconds, and so many times longer than usual. */
const BUCKET_LATE_MS = 750
const BUCKET_LATE_FACTOR = 3
/** From this on, it is worth a warning that the event loop stood still, in milliseconds. */
const LOOP_LATE_MS = 1000

const CHECK_OF = { storage_full: 'disk_space', storage_read_only: 'disk_writable' } as const

/** The checks of `/api/health`. From now on, the data folder and `parts` must stay the same. */
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
  const { dataDir, timeFactor } = config
  const expectSameFolder = await watchFolder(dataDir, parts)
  // If the database does not answer, its own check says so.
  const ofInstallation = async (
    causeIn: (found: Awaited<ReturnType<typeof getInstallation>>) => unknown,
  ): Promise<unknown> => {
    const found = await getInstallation(db.read).catch(() => undefined)
    return found && causeIn(found)
  }
  const checks: HealthCheck[] = [
    {
      name: 'data_folder',
      async run() {
        await expectSameFolder()
        const failure = await probeWriting(dataDir, false)
        if (failure !== undefined) return failure
        await reserve.fill()
        return refuseWithoutReserve(reserve)
      },
      nameOf(cause) {
        const failure = cause instanceof ApiError ? cause.code : storageFailureOf(cause)
        return CHECK_OF[failure as keyof typeof CHECK_OF]
      },
    },
    {
      name: 'database',
      run: () =>
        db.read
          .selectFrom('company')
          .select('id')
          .limit(1)
          .execute()
          .then(() => undefined),
    },
    { name: 'installation', run: () => installation.checkAgain() },
    {
      name: 'sweep',
      run: () =>
        ofInstallation(({ stray_files: files, stray_bytes: bytes }) =>
          files > 0 ? new Error(straySentence({ files, bytes })) : undefined,
        ),
    },
    { name: 'clock', run: () => ofInstallation(differenceOfClock) },
    {
      name: 'event_loop',
      run() {
        const ms = loopDelay.takeLongest()
        return ms >= LOOP_LATE_MS ? new Error(`the event loop stood still for ${ms} ms`) : undefined
      },
    },
  ]
  const { watch } = db
  if (watch) {
    const ms = () => DATABASE_MS * timeFactor
    checks.push({ name: 'database', run: () => watch.ask(ms()).then(() => undefined), ms })
  }
  if (config.bucket) {
    let usualMs = 0
    checks.push({
      name: 'bucket',
      async run() {
        const start = performance.now()
        await store.probe(BUCKET_MS * timeFactor)
        usualMs = performance.now() - start
      },
      ms: () =>
        Math.min(BUCKET_MS * timeFactor, Math.max(BUCKET_LATE_MS * timeFactor, BUCKET_LATE_FACTOR * usualMs)),
    })
  }
  return checks
}
