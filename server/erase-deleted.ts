import { createMiddleware } from 'hono/factory'
import type { Env, Services } from './env.ts'

const DELETING = ['PUT', 'DELETE']

/**
 * Takes what a change deleted or overwrote out of the database's files, before the change is answered. What other calls
 * overwrite on the side (a sign-in an old password, say) is out of the files with the next change or upkeep.
 */
export const eraseAfterChanges = createMiddleware<Env>(async (c, next) => {
  await next()
  const isDeleting = DELETING.includes(c.req.method) || c.var.action === 'session.end'
  if (c.res.ok && isDeleting) await eraseDeleted(c.var.services)
})

/** Where it cannot be done now, the next change or the next upkeep does it. */
export async function eraseDeleted({ db, log }: Pick<Services, 'db' | 'log'>): Promise<void> {
  try {
    await db.eraseDeleted()
  } catch (error) {
    log.info({ err: error }, 'what was deleted is not yet out of the files')
  }
}
