import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Reader, Writer } from '#server/database/database.ts'
import type { OnFullDisk } from '#server/database/transactions.ts'
import type { Env, LoadedRecords, Services } from '#server/env.ts'
import { worksOnFullDisk } from './works-on-full-disk.ts'

/** What a check finds in its context: the parameters of the path that were validated before it. */
interface Checked<Parameters> {
  out: { param: Parameters }
}

/**
 * A check of who may do this to which record. It stands before the body is read, and `inCheckedTransaction` makes it again:
 * a body may take its time, and meanwhile a session may end, a role change, a record move to another company.
 *
 * @param name under which the record is found in the context and among the records of `inCheckedTransaction`
 * @param check finds the record of the path, or throws. It gets what the checks before it found, never the context: that
 *   has the records of the first time.
 */
export function admit<Name extends keyof LoadedRecords, Parameters>(
  name: Name,
  check: (
    db: Reader,
    records: LoadedRecords,
    parameters: Parameters,
    services: Services,
  ) => Promise<LoadedRecords[Name]>,
) {
  return createMiddleware<Env, string, Checked<Parameters>>(async (c, next) => {
    const { services, admissions } = c.var
    const find = (db: Reader, records: LoadedRecords) => check(db, records, c.req.valid('param'), services)
    c.set<keyof LoadedRecords>(name, await find(services.db.read, c.var))
    c.set('admissions', [
      ...admissions,
      async (transaction, records) => ({ [name]: await find(transaction, records) }),
    ])
    await next()
  })
}

/**
 * Runs `work` in one transaction, and before it in the same transaction every check that let the request in.
 *
 * @param work gets the records as these checks found them now; those of the context may have changed since. Runs again
 *   where the disk was full and room was made, with records of its own each time.
 * @throws ApiError as those checks do; `storage_full`, unless the request is one that makes room
 */
export function inCheckedTransaction<Result>(
  c: Context<Env>,
  work: (transaction: Writer, records: LoadedRecords) => Promise<Result>,
): Promise<Result> {
  const onFullDisk: OnFullDisk = worksOnFullDisk(c.var.action, c.var.viewer) ? 'use reserve' : 'refuse'
  return c.var.services.transactions.run(async (transaction) => {
    // Each check adds its record before the next one asks for it.
    const records = {} as LoadedRecords
    for (const check of c.var.admissions) Object.assign(records, await check(transaction, records))
    return work(transaction, records)
  }, onFullDisk)
}
