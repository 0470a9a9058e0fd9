import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Logger } from 'pino'
import type { Action } from '#domain/permissions.ts'
import type { Turbine } from '#domain/turbine.ts'
import type { Config } from '#server/infrastructure/config.ts'
import type { Database, Writer } from '#server/infrastructure/database/database.ts'
import type { Transactions } from '#server/infrastructure/database/transactions.ts'
import type { Reserve } from '#server/infrastructure/disk/reserve.ts'
import type { Health } from '#server/infrastructure/health/health.ts'
import type { ImagePool } from '#server/infrastructure/images/image-pool.ts'
import type { Mailer } from '#server/infrastructure/mail/mailer.ts'
import type { Metrics } from '#server/infrastructure/metrics/metrics.ts'
import type { FileRemovals } from '#server/infrastructure/store/file-removals.ts'
import type { FileStore } from '#server/infrastructure/store/file-store.ts'
import type { Incoming } from '#server/infrastructure/store/incoming.ts'
import type { PartialFiles } from '#server/infrastructure/store/partial-files.ts'

/**
 * The objects that exist as long as the server runs and that handlers use. `services.ts` makes all of them. The services of
 * `infrastructure/` are here. This file must not import classes of other folders, so the file of the class adds its service, with
 * `declare module`:
 *
 * - `core/access/`: `requestSlots`, `sessions`, `tokenSecret`, `viewerCache`
 * - `core/http/`: `eventLoop`
 * - `core/idempotency/`: `keyLocks`
 * - `core/jobs/`: `jobs`
 * - `core/response-cache/`: `responseCache`
 * - `core/uploads/`: `partialUploadLimits`, `uploadLocks`, `uploadMetrics`
 * - `features/auth/`: `passwordResetLimits`, `passwords`, `signInLimit`, `signIns`
 * - `features/contact/`: `contactLimits`
 * - `features/file-jobs/`: `runningFileJobs`
 * - `features/findings/files/`: `findingExports`
 * - `features/notices/`: `unsubscribeLimit`
 * - `features/photos/`: `panoramaTiles`, `pointClouds`
 * - `features/photos/archive/`: `archiveDownloads`
 * - `features/stored-files/`: `installation`
 * - `features/users/`: `emailLimits`
 * - `start/`: `nightlyErasure`
 */
export interface Services {
  config: Config
  log: Logger
  db: Database
  reserve: Reserve
  transactions: Transactions
  store: FileStore
  incoming: Incoming
  partialFiles: PartialFiles
  fileRemovals: FileRemovals
  metrics: Metrics
  health: Health
  mailer: Mailer
  images: ImagePool
  /** True after the stop signal, while a balancer should notice it, see `closeReadsWhileDraining`. */
  draining: boolean
  /** True after the stop signal and the drain. No new upload begins then. */
  stopping: boolean
}

/** The records that the checks of a route can load. The file of a further check adds its record, with `declare module`. */
export interface LoadedRecords {
  /** The turbine of the path. `loadTurbine` sets it. */
  turbine: Turbine
}

/** Repeats a check of the request in a transaction. It gets the records of earlier checks and returns its own. */
type Check = (transaction: Writer, records: LoadedRecords) => Promise<Partial<LoadedRecords>>

/**
 * A request's slot among those of its caller, taken by `permit`. Waiting for a body or an image worker releases it, because that delays no
 * other request.
 */
export interface Slot {
  /** @returns undefined if the request has its slot, otherwise a promise of it @throws ApiError `too_many_requests` */
  take(): Promise<void> | undefined
  /** No effect without a slot. */
  release(): void
}

/** The context of every API handler. The records are only in the context of routes with their checks: `Loaded`. */
export interface Env {
  /** Empty without a socket, as in tests with `app.request`. */
  Bindings: Partial<HttpBindings>
  Variables: {
    requestId: string
    services: Services
    /** The revision of the database when the session was checked. `permit` sets it. */
    revision: number
    slot: Slot
    /** The action of the request. `permit` sets it. */
    action: Action
    /** The checks of the request. `permit` and `loadRecord` add them, `inCheckedTransaction` repeats them. */
    checks: Check[]
  }
}

/**
 * The context of handlers behind the checks that load these records. The type of a check adds them, so a route without it does not compile.
 */
export type Loaded<Names extends keyof LoadedRecords> = Env & { Variables: Pick<LoadedRecords, Names> }

/**
 * A handler's context for functions that it calls, with the records that they need. Setting variables would narrow it to contexts with
 * exactly these.
 */
export type ApiContext<Names extends keyof LoadedRecords = never> = Omit<
  Context<Loaded<Names>>,
  'set' | 'get'
> & {
  get<Name extends keyof Loaded<Names>['Variables']>(name: Name): Loaded<Names>['Variables'][Name]
}

/** The records in a context. */
export type RecordsIn<Variables> = Pick<Variables & LoadedRecords, keyof Variables & keyof LoadedRecords>
