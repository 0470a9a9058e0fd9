import type { HttpBindings } from '@hono/node-server'
import type { Logger } from 'pino'
import type { Comment } from '#domain/comment.ts'
import type { Company } from '#domain/company.ts'
import type { Action } from '#domain/permissions.ts'
import type { Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import type { User } from '#domain/user.ts'
import type { Config } from './config.ts'
import type { Database, Writer } from './database/database.ts'
import type { Transactions } from './database/transactions.ts'
import type { Reserve } from './disk/reserve.ts'
import type { Health } from './health/health.ts'
import type { ImagePool } from './images/image-pool.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { FileStore } from './store/file-store.ts'
import type { Incoming } from './store/incoming.ts'

/**
 * Everything that lives as long as the server and that its handlers use. Those of the first layer are here; a folder of
 * another layer adds its own beside its class, by `declare module`. `services.ts` makes all of them.
 */
export interface Services {
  config: Config
  log: Logger
  db: Database
  reserve: Reserve
  transactions: Transactions
  store: FileStore
  incoming: Incoming
  metrics: Metrics
  health: Health
  mailer: Mailer
  images: ImagePool
  /** True once the process has been asked to stop: no new upload begins. */
  stopping: boolean
}

/** The records that the checks of a route found: the viewer (`access/sessions.ts`), and what its path names. */
export interface LoadedRecords {
  /** The turbine of the path; there behind `loadTurbine`. */
  turbine: Turbine
  /** Likewise, there behind the `load…` of its feature. */
  photo: Photo
  comment: Comment
  company: Company
  user: User
}

/** Asks again, in a transaction, what let the request in; gets the records found before it and returns its own. */
type Admission = (transaction: Writer, records: LoadedRecords) => Promise<Partial<LoadedRecords>>

/** What every handler of the API finds in its context. */
export interface Env {
  /** Empty when the app is called without a socket, as tests do by `app.request`. */
  Bindings: Partial<HttpBindings>
  Variables: LoadedRecords & {
    requestId: string
    services: Services
    log: Logger
    /** What the request asks to do; there behind `permit`. */
    action: Action
    /** What let the request in; there behind `permit`. `inCheckedTransaction` asks it again. */
    admissions: Admission[]
  }
}
