import type { Next } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { ApiContext, Env, Services } from '#server/core/env.ts'

const DELETING = ['PUT', 'DELETE']

/**
 * Removes the data that a change has deleted or overwritten from the files of the database, before the answer. Data that other
 * calls overwrite (a sign-in can replace a password hash) is removed with the next change or maintenance.
 */
export const eraseAfterChanges = createMiddleware<Env>((c, next) =>
  c.req.method === 'GET' ? next() : eraseAfterChange(c, next),
)

async function eraseAfterChange(c: ApiContext, next: Next): Promise<void> {
  await next()
  const isDeleting = DELETING.includes(c.req.method) || c.var.action === 'session.end'
  if (c.res.ok && isDeleting) await eraseDeleted(c.var.services)
}

/** If it is not possible now, the next change or maintenance does it. */
export async function eraseDeleted({ db, log }: Pick<Services, 'db' | 'log'>): Promise<void> {
  try {
    await db.eraseDeleted()
  } catch (error) {
    log.info({ err: error }, 'deleted data is not yet removed from the files')
  }
}
