import type { HttpBindings } from '@hono/node-server'
import type { Logger } from 'pino'
import type { Comment } from '#domain/comment.ts'
import type { Company } from '#domain/company.ts'
import type { Action } from '#domain/permissions.ts'
import type { Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import type { User } from '#domain/user.ts'
import type { SignedInViewer } from './access/sessions.ts'
import type { Writer } from './database/database.ts'
import type { Services } from './services.ts'

/** The records that the checks of a route found: the viewer, and what its path names. */
export interface LoadedRecords {
  /** Who is asking; there behind `permit`. */
  viewer: SignedInViewer
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
