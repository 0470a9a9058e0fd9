import type { HttpBindings } from '@hono/node-server'
import type { Logger } from 'pino'
import type { Comment } from '#domain/comment.ts'
import type { Company } from '#domain/company.ts'
import type { Action } from '#domain/permissions.ts'
import type { Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import type { User } from '#domain/user.ts'
import type { SignedInViewer } from './auth/sessions.ts'
import type { Writer } from './database/database.ts'
import type { Services } from './services.ts'

/** What every handler of the API finds in its context. */
export interface Env {
  /** Empty when the app is called without a socket, as tests do by `app.request`. */
  Bindings: Partial<HttpBindings>
  Variables: {
    requestId: string
    services: Services
    log: Logger
    /** What the request asks to do; there behind `permit`. */
    action: Action
    /** What let the request in; there behind `permit`. `change` asks it again. */
    admissions: ((transaction: Writer) => Promise<void>)[]
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
}
