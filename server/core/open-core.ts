import { isDatabaseDamage } from '#server/infrastructure/database/database-errors.ts'
import { Health, type HealthCheck } from '#server/infrastructure/health/health.ts'
import type { Infrastructure } from '#server/infrastructure/open-infrastructure.ts'
import { FileRemovals } from '#server/infrastructure/store/file-removals.ts'
import type { StoredFileKind } from '#server/infrastructure/store/stored-file.ts'
import { CallerCache } from './access/caller-cache.ts'
import { readFactorKey } from './access/factor-key.ts'
import { RequestSlots } from './access/request-slots.ts'
import { Sessions } from './access/sessions.ts'
import { newTokenSecret, readTokenSecret } from './access/token-secret.ts'
import { EventLoop } from './http/event-loop.ts'
import { KeyLocks } from './idempotency/key-locks.ts'
import type { JobKind } from './jobs/job-kind.ts'
import { openJobs } from './jobs/open-jobs.ts'
import { ResponseCache } from './response-cache/response-cache.ts'
import { PartialUploadLimits } from './uploads/partial-upload-limits.ts'
import { UploadLocks } from './uploads/upload-locks.ts'
import { UploadMetrics } from './uploads/upload-metrics.ts'

/** What the layers above add to the services of the core. */
interface FromFeatures {
  fileKinds: readonly StoredFileKind[]
  healthChecks: HealthCheck[]
  /** False while it is uncertain that the files belong to the database. */
  installation: { readonly isBound: boolean }
  jobKinds: readonly JobKind[]
}

/** Opens the services that all features share. */
export async function openCore(
  infrastructure: Infrastructure,
  { fileKinds, healthChecks, installation, jobKinds }: FromFeatures,
) {
  const { config, db, log, metrics } = infrastructure
  const health = new Health(healthChecks, metrics, log, config.timeFactor)
  db.onError((error) => {
    if (isDatabaseDamage(error)) health.setDamage(error)
  })
  const secret = await findTokenSecret(infrastructure)
  return {
    ...infrastructure,
    fileRemovals: new FileRemovals({ ...infrastructure, kinds: fileKinds, installation }),
    health,
    jobs: await openJobs(config, db, jobKinds, log),
    sessions: new Sessions(db, config.origin.startsWith('https:'), config.sessions, config.secondFactorRule),
    callerCache: new CallerCache(),
    requestSlots: new RequestSlots(),
    eventLoop: new EventLoop(),
    responseCache: new ResponseCache(config.rememberedBytes, metrics),
    keyLocks: new KeyLocks(db.locks),
    uploadLocks: new UploadLocks(db.locks),
    partialUploadLimits: new PartialUploadLimits(db.counts),
    uploadMetrics: new UploadMetrics(
      metrics,
      fileKinds.map(({ name }) => name),
    ),
    tokenSecret: secret.value,
    /** True if this start has made the token secret: of a new installation, or of a restored backup, which has none. */
    isTokenSecretNew: secret.isNew,
    /** Encrypts the secrets of authenticator apps. Read at the first use. */
    factorKey: () => readFactorKey(config.secretsDir),
    /** True after the stop signal, while a balancer should notice it, see `closeReadsWhileDraining`. */
    draining: false,
    /** True after the stop signal and the drain. No new upload begins then. */
    stopping: false,
  }
}

async function findTokenSecret({ config, db, incoming }: Infrastructure) {
  if (config.tokenSecret !== undefined) return { value: config.tokenSecret, isNew: false }
  let isNew = false
  const make = () => {
    isNew = true
    return newTokenSecret()
  }
  const value = (await db.sharedSecret(make)) ?? (await readTokenSecret(config.dataDir, incoming, make))
  return { value, isNew }
}

/** The services that all features share. They exist as long as the server runs. */
export interface CoreServices extends Awaited<ReturnType<typeof openCore>> {}
