import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Action, Caller } from '#domain/permissions.ts'
import type { Loaded, RecordsIn, SignedIn } from '#server/core/env.ts'
import type { CoreServices } from '#server/core/open-core.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'
import type { OnFullDisk } from '#server/infrastructure/database/transactions.ts'
import { runInTurn } from './run-in-turn.ts'
import { worksOnFullDisk } from './works-on-full-disk.ts'

/** The context of a check, with validated path parameters. */
interface Checked<Parameters> {
  out: { param: Parameters }
}

/** A middleware that loads records of the path into the context of later handlers. */
export type Loader<Records, Parameters> = MiddlewareHandler<Loaded<Records>, string, Checked<Parameters>>

/** Finds a record or throws. It gets the records of earlier checks, not the context, which keeps those of the first run. */
type Find<Before, Parameters, Found> = (
  db: Reader,
  records: SignedIn & Before,
  parameters: Parameters,
  services: CoreServices,
) => Promise<Found>

/**
 * Makes a middleware that loads the record of the path and authorizes access to it. It runs before the body is read, and again in
 * `inCheckedTransaction`: while the body arrives, the session can end, or the role or the record's company can change.
 *
 * @param name the name of the record in the context and in the records of `inCheckedTransaction`
 */
export function loadRecord<Name extends string, Parameters, Found>(
  name: Name,
  find: Find<unknown, Parameters, Found>,
): Loader<Record<Name, Found>, Parameters> {
  const load = createMiddleware<Loaded<SignedIn>, string, Checked<Parameters>>(async (c, next) => {
    const { services, checks } = c.var
    const findIn = (db: Reader, records: SignedIn) =>
      find(services.db.shownTo(records.caller.role, db), records, c.req.valid('param'), services)
    const set = c.set as (name: Name, record: Found) => void
    set(name, await findIn(services.db.read, c.var))
    c.set('checks', [
      ...checks,
      async (transaction, records) => ({ [name]: await findIn(transaction, records as SignedIn) }),
    ])
    await next()
  })
  return load as unknown as Loader<Record<Name, Found>, Parameters>
}

/**
 * Like `loadRecord`, for a record that belongs to another one.
 *
 * @param before loads the parent, so that a route needs only this middleware for both
 */
export function loadRecordAfter<Before, BeforeParameters, Name extends string, Parameters, Found>(
  before: Loader<Before, BeforeParameters>,
  name: Name,
  find: Find<Before, Parameters, Found>,
): Loader<Before & Record<Name, Found>, BeforeParameters & Parameters> {
  const load = loadRecord(name, find as Find<unknown, Parameters, Found>)
  return runInTurn(before, load) as unknown as Loader<
    Before & Record<Name, Found>,
    BeforeParameters & Parameters
  >
}

/**
 * Repeats all checks of the request and then runs `work`, in one transaction.
 *
 * @param work gets the records of the checks in this transaction; those of the context may be stale. If a full disk could be relieved,
 *   `work` runs a second time with new records.
 * @throws ApiError the errors of the checks; `storage_full`, unless the request frees disk space
 */
export function inCheckedTransaction<Variables extends Loaded<SignedIn>['Variables'], Result>(
  c: { var: Variables },
  work: (transaction: Writer, records: RecordsIn<Variables>) => Promise<Result>,
): Promise<Result> {
  const { services, action, checks, caller } = c.var
  const onFullDisk: OnFullDisk = worksOnFullDisk(action, caller) ? 'use reserve' : 'refuse'
  return services.transactions.run(async (transaction) => {
    // A check may need the records of earlier checks.
    const records = {} as SignedIn
    for (const check of checks) Object.assign(records, await check(transaction, records))
    if (concernsOwnCompany(action, records.caller)) services.db.concern(records.caller.company_id)
    return work(
      services.db.shownTo(records.caller.role, transaction),
      records as unknown as RecordsIn<Variables>,
    )
  }, onFullDisk)
}

/**
 * True if other companies do not see what this user's action changes. A company keeps seeing the names of its former users beside what they
 * wrote.
 */
function concernsOwnCompany(action: Action, { role }: Caller): boolean {
  return role !== 'superadmin' && !action.startsWith('user.')
}
