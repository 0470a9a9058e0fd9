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
    'Check the health of the server. `unhealthy` lists the failed checks in `checks`: `data_folder` (it does not answer, or it is not the folder of the start), `disk_writable` (the disk or the folder can only be read), `disk_space` (the disk is full), `database` (it does not answer, or it is damaged), `bucket` (the bucket with the files does not answer, or it can only be read). `warnings` lists what needs the operator, while the server does all its work: `installation` (the files do not belong to the database, so nothing is removed), `sweep` (there are files without a row, which `npm run sweep` lists), `clock` (the clock of the server differs, so nothing is deleted by age until three daily runs agree), `event_loop` (the process of the server was too busy to answer for more than a second), `proxy` (requests come through a proxy, but `TRUST_PROXY` is 0, so all users count as one address).',

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
