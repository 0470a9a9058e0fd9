import { createMiddleware } from 'hono/factory'
import type { Env } from '#server/env.ts'
import { getTurbine } from './turbine-queries.ts'

/**
 * Sets `turbine` to the one the path names, before any of the body is read.
 *
 * @throws ApiError `turbine_not_found`, for a foreign company's just as for a missing one.
 */
export const loadTurbine = createMiddleware<Env, string, { out: { param: { id: number } } }>(
  async (c, next) => {
    const { db } = c.var.services
    c.set('turbine', await getTurbine(db.read, c.var.viewer, c.req.valid('param').id))
    await next()
  },
)
