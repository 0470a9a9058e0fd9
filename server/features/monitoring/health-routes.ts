import { Hono } from 'hono'
import * as z from 'zod'
import { permit } from '#server/core/access/authenticate.ts'
import type { Env } from '#server/core/env.ts'
import { answers, ok } from '#server/core/http/answers.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { WARNINGS } from '#server/infrastructure/health/health.ts'

/** Mounted at `/api/health`. */
export const healthRoutes = new Hono<Env>().get(
  '/',
  permit('health.read'),
  answers(
    'Check the health of the server. `unhealthy` lists the failed checks in `checks`: `data_folder` (unreachable, or not the folder of the start), `disk_writable` (the disk or the folder is read-only), `disk_space` (the disk is full), `database` (unreachable or corrupt), `bucket` (unreachable or read-only). `warnings` lists what needs the operator while the server still works: `installation` (the files do not belong to the database, so nothing is removed), `sweep` (files without a row exist; `npm run sweep` lists them), `clock` (the server clock differs, so nothing is deleted by age until three daily runs agree), `event_loop` (the event loop was blocked for more than a second), `proxy` (requests come through a proxy, but `TRUST_PROXY` is 0, so all users count as one address).',

    200,
    { status: z.literal('ok'), warnings: z.array(z.enum(WARNINGS)).optional() },
    'shutting_down',
    'unhealthy',
  ),
  async (c) => {
    const { draining, stopping, health } = c.var.services
    if (draining || stopping)
      throw new ApiError('shutting_down', { headers: { Connection: 'close', 'Retry-After': '5' } })
    const checks = await health.failing()
    if (checks.length > 0) throw new ApiError('unhealthy', { details: { checks } })
    const warnings = health.warnings()
    return c.json(ok({ status: 'ok' as const, ...(warnings.length > 0 && { warnings }) }))
  },
)
