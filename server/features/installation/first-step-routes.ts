import { Hono } from 'hono'
import { FirstSteps, SkippedSteps } from '#domain/installation/first-steps.ts'
import { permit } from '#server/core/access/authenticate.ts'
import { inCheckedTransaction } from '#server/core/access/checked-transaction.ts'
import type { Env } from '#server/core/env.ts'
import { answers, ok } from '#server/core/http/answers.ts'
import { validate } from '#server/core/http/validate.ts'
import { getFirstSteps, setSkippedSteps } from './first-step-queries.ts'

/** Mounted at `/api/first-steps`. */
export const firstStepRoutes = new Hono<Env>()
  .get(
    '/',
    permit('installation.read'),
    answers(
      'Get how far a new installation is: the steps to its first photos that are done, and those that were skipped.',
      200,
      { data: FirstSteps },
    ),
    async (c) => {
      const { db, config } = c.var.services
      return c.json(ok({ data: await getFirstSteps(db.read, config) }))
    },
  )
  .put(
    '/',
    permit('installation.edit'),
    answers('Set which steps of a new installation are skipped, for all superadmins.', 200, {
      data: FirstSteps,
    }),
    validate('json', SkippedSteps),
    async (c) => {
      const { skipped } = c.req.valid('json')
      await inCheckedTransaction(c, (transaction) => setSkippedSteps(transaction, skipped))
      const { db, config } = c.var.services
      return c.json(ok({ data: await getFirstSteps(db.read, config) }))
    },
  )
