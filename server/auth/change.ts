import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Reader, Writer } from '#server/database/database.ts'
import type { OnFullDisk } from '#server/disk/transactions.ts'
import type { Env } from '#server/env.ts'
import { worksOnFullDisk } from './works-on-full-disk.ts'

/** What a check finds in its context: the parameters of the path that were validated before it. */
interface Checked<Parameters> {
  out: { param: Parameters }
}

/**
 * A check of who may do this to which record. It stands before the body is read, and `change` makes it again: a body may
 * take its time, and meanwhile a session may end, a role change, a record move to another company.
 */
export function admit<Parameters>(
  check: (c: Context<Env, string, Checked<Parameters>>, db: Reader) => Promise<void>,
) {
  return createMiddleware<Env, string, Checked<Parameters>>(async (c, next) => {
    await check(c, c.var.services.db.read)
    c.set('admissions', [...c.var.admissions, (transaction) => check(c, transaction)])
    await next()
  })
}

/**
 * Runs a change in one transaction, and before it in the same transaction every check that let the request in.
 *
 * @throws ApiError as those checks do; `storage_full`, unless the request is one that makes room
 */
export function change<Result>(
  c: Context<Env>,
  work: (transaction: Writer) => Promise<Result>,
): Promise<Result> {
  const onFullDisk: OnFullDisk = worksOnFullDisk(c.var.action, c.var.viewer) ? 'use reserve' : 'refuse'
  return c.var.services.transactions.run(async (transaction) => {
    for (const check of c.var.admissions) await check(transaction)
    return work(transaction)
  }, onFullDisk)
}
