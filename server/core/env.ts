import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Action } from '#domain/permissions.ts'
import type { Writer } from '#server/infrastructure/database/database.ts'
import type { RequestSlot } from './access/request-slots.ts'
import type { SignedInCaller } from './access/signed-in-caller.ts'
import type { CoreServices } from './open-core.ts'

/** Repeats a check of the request in a transaction. It gets the records of earlier checks and returns its own. */
type Check = (transaction: Writer, records: object) => Promise<object>

/**
 * The context of every API handler. The records are only in the context of routes with their checks: `Loaded`.
 *
 * @typeParam Services those of the core, or all: `Env<Services>`
 */
export interface Env<Services extends CoreServices = CoreServices> {
  /** Empty without a socket, as in tests with `app.request`. */
  Bindings: Partial<HttpBindings>
  Variables: {
    requestId: string
    services: Services
    /** The revision of the database when the session was checked. `permit` sets it. */
    revision: number
    /**
     * A request's slot among those of its caller, taken by `permit`. Waiting for a body or an image worker releases it, because that delays
     * no other request. No effect without a slot.
     */
    slot: Pick<RequestSlot, 'take' | 'release'>
    /** The action of the request. `permit` sets it. */
    action: Action
    /** The checks of the request. `permit` and `loadRecord` add them, `inCheckedTransaction` repeats them. */
    checks: Check[]
  }
}

/** The record of `permit`: the signed-in user. */
export interface SignedIn {
  caller: SignedInCaller
}

/**
 * The context of handlers behind the checks that load these records. The type of a check adds them, so a route without it does not compile.
 */
export type Loaded<Records, Services extends CoreServices = CoreServices> = Env<Services> & {
  Variables: Records
}

/**
 * A handler's context for functions that it calls, with the records and services that they need. Setting variables would narrow it to
 * contexts with exactly these.
 */
export type ApiContext<Records = unknown, Services extends CoreServices = CoreServices> = Omit<
  Context<Loaded<Records, Services>>,
  'set' | 'get'
> & {
  get<Name extends keyof Loaded<Records, Services>['Variables']>(
    name: Name,
  ): Loaded<Records, Services>['Variables'][Name]
}

/** The records in a context. */
export type RecordsIn<Variables> = Omit<Variables, keyof Env['Variables']>
