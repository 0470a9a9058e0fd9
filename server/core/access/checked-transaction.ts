import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Action, Viewer } from '#domain/permissions.ts'
import type { Loaded, LoadedRecords, RecordsIn, Services } from '#server/core/env.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'
import { shownTo } from '#server/infrastructure/database/published-rows.ts'
import type { OnFullDisk } from '#server/infrastructure/database/transactions.ts'
import { runInTurn } from './run-in-turn.ts'
import { worksOnFullDisk } from './works-on-full-disk.ts'

/** The context of a check: the path parameters are validated before it. */
interface Checked<Parameters> {
  out: { param: Parameters }
}

/** A middleware that finds records of the path. The handlers behind it have them in their context. */
export type Loader<Names extends keyof LoadedRecords, Parameters> = MiddlewareHandler<
  Loaded<Names>,
  string,
  Checked<Parameters>
>

/** Finds a record or throws. It gets the records of the checks before it, not the context, which keeps the records of the first run. */
type Find<Name extends keyof LoadedRecords, Before extends keyof LoadedRecords, Parameters> = (
  db: Reader,
  records: Pick<LoadedRecords, Before | 'viewer'>,
  parameters: Parameters,
  services: Services,
) => Promise<LoadedRecords[Name]>

/**
 * Makes a middleware that finds the record of the path and checks the permission for it. It runs before the body is read, and
 * `inCheckedTransaction` runs it again: while the body arrives, the session can end, or the role or the company of the record can
 * change.
 *
 * @param name the name of the record in the context and in the records of `inCheckedTransaction`
 */
export function loadRecord<Name extends keyof LoadedRecords, Parameters>(
  name: Name,
  find: Find<Name, never, Parameters>,
): Loader<Name, Parameters> {
  const load = createMiddleware<Loaded<'viewer'>, string, Checked<Parameters>>(async (c, next) => {
    const { services, checks } = c.var
    const findIn = (db: Reader, records: Pick<LoadedRecords, 'viewer'>) =>
      find(shownTo(records.viewer.role, db), records, c.req.valid('param'), services)
    const set = c.set as (name: Name, record: LoadedRecords[Name]) => void
    set(name, await findIn(services.db.read, c.var))
    c.set('checks', [
      ...checks,
      async (transaction, records) => ({ [name]: await findIn(transaction, records) }),
    ])
    await next()
  })
  return load as unknown as Loader<Name, Parameters>
}

/**
 * Like `loadRecord`, for a record that belongs to another one.
 *
 * @param before finds the other one, so that a route needs only this middleware for both
 */
export function loadRecordAfter<
  Name extends keyof LoadedRecords,
  Before extends keyof LoadedRecords,
  Parameters,
  BeforeParameters,
>(
  before: Loader<Before, BeforeParameters>,
  name: Name,
  find: Find<Name, Before, Parameters>,
): Loader<Before | Name, BeforeParameters & Parameters> {
  const load = loadRecord(name, find as Find<Name, never, Parameters>)
  return runInTurn(before, load) as unknown as Loader<Before | Name, BeforeParameters & Parameters>
}

/**
 * Runs all checks of the request again and then `work`, in one transaction.
 *
 * @param work gets the records that the checks have found in this transaction; the records of the context may be old. If the disk
 *   was full and space could be made, `work` runs a second time with new records.
 * @throws ApiError the errors of the checks; `storage_full`, unless the request frees disk space
 */
export function inCheckedTransaction<Variables extends Loaded<'viewer'>['Variables'], Result>(
  c: { var: Variables },
  work: (transaction: Writer, records: RecordsIn<Variables>) => Promise<Result>,
): Promise<Result> {
  const { services, action, checks, viewer } = c.var
  const onFullDisk: OnFullDisk = worksOnFullDisk(action, viewer) ? 'use reserve' : 'refuse'
  return services.transactions.run(async (transaction) => {
    // A check may need the records of the checks before it.
    const records = {} as LoadedRecords
    for (const check of checks) Object.assign(records, await check(transaction, records))
    if (concernsOwnCompany(action, records.viewer)) services.db.concern(records.viewer.company_id)
    return work(shownTo(records.viewer.role, transaction), records as unknown as RecordsIn<Variables>)
  }, onFullDisk)
}

/**
 * True if other companies do not see what the action of this user changes. They see the name of a user whom they had before, beside what the user has
 * written there.
 */
function concernsOwnCompany(action: Action, { role }: Viewer): boolean {
  return role !== 'superadmin' && !action.startsWith('user.')
}
