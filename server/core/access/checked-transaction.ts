import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Env, LoadedRecords, Services } from '#server/core/env.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'
import type { OnFullDisk } from '#server/infrastructure/database/transactions.ts'
import { worksOnFullDisk } from './works-on-full-disk.ts'

/** The context of a check: the path parameters are validated before it. */
interface Checked<Parameters> {
  out: { param: Parameters }
}

/**
 * Makes a middleware that finds the record of the path and checks the permission for it. It runs before the body is read, and
 * `inCheckedTransaction` runs it again: while the body arrives, the session can end, or the role or the company of the record can
 * change.
 *
 * @param name the name of the record in the context and in the records of `inCheckedTransaction`
 * @param check finds the record or throws. It gets the records of the checks before it, not the context, which keeps the records
 *   of the first run.
 */
export function loadRecord<Name extends keyof LoadedRecords, Parameters>(
  name: Name,
  check: (
    db: Reader,
    records: LoadedRecords,
    parameters: Parameters,
    services: Services,
  ) => Promise<LoadedRecords[Name]>,
) {
  return createMiddleware<Env, string, Checked<Parameters>>(async (c, next) => {
    const { services, checks } = c.var
    const find = (db: Reader, records: LoadedRecords) => check(db, records, c.req.valid('param'), services)
    c.set<keyof LoadedRecords>(name, await find(services.db.read, c.var))
    c.set('checks', [
      ...checks,
      async (transaction, records) => ({ [name]: await find(transaction, records) }),
    ])
    await next()
  })
}

/**
 * Runs all checks of the request again and then `work`, in one transaction.
 *
 * @param work gets the records that the checks have found in this transaction; the records of the context may be old. If the disk
 *   was full and space could be made, `work` runs a second time with new records.
 * @throws ApiError the errors of the checks; `storage_full`, unless the request frees disk space
 */
export function inCheckedTransaction<Result>(
  c: Context<Env>,
  work: (transaction: Writer, records: LoadedRecords) => Promise<Result>,
): Promise<Result> {
  const onFullDisk: OnFullDisk = worksOnFullDisk(c.var.action, c.var.viewer) ? 'use reserve' : 'refuse'
  return c.var.services.transactions.run(async (transaction) => {
    // A check may need the records of the checks before it.
    const records = {} as LoadedRecords
    for (const check of c.var.checks) Object.assign(records, await check(transaction, records))
    return work(transaction, records)
  }, onFullDisk)
}
