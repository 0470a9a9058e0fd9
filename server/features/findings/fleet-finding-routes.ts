import { Hono } from 'hono'
import * as z from 'zod'
import { FleetFinding, FleetFindingFilter, FleetFindingQuery } from '#domain/findings/finding.ts'
import { FindingSummary } from '#domain/findings/finding-summary.ts'
import { permit } from '#server/core/access/authenticate.ts'
import type { Env } from '#server/core/env.ts'
import { answers, ok } from '#server/core/http/answers.ts'
import { validate } from '#server/core/http/validate.ts'
import { cached } from '#server/core/response-cache/cached.ts'
import { listFleetFindings } from './finding-queries.ts'
import { summarizeFindings } from './finding-summary.ts'

/** Mounted at `/api/findings`. */
export const fleetFindingRoutes = new Hono<Env>()
  .get(
    '/',
    permit('finding.read'),
    answers(
      'List the findings of all turbines of the caller, a hundred a page. `due_before` finds what is open or monitored and due before that day.',
      [200, 304],
      { data: z.array(FleetFinding), total: z.int().min(0) },
    ),
    cached('role', FleetFindingQuery),
    validate('query', FleetFindingQuery),
    async (c) => {
      const { services, viewer } = c.var
      return c.json(ok(await listFleetFindings(services.db.readFor(viewer), viewer, c.req.valid('query'))))
    },
  )
  .get(
    '/summary',
    permit('finding.read'),
    answers(
      'Count the findings of all turbines of the caller by year, type, severity and due month. With the turbines that have the worst ones.',
      [200, 304],
      { data: FindingSummary },
    ),
    cached('role', FleetFindingFilter),
    validate('query', FleetFindingFilter),
    async (c) => {
      const { services, viewer } = c.var
      const db = services.db.readFor(viewer)
      return c.json(ok({ data: await summarizeFindings(db, viewer, c.req.valid('query')) }))
    },
  )
