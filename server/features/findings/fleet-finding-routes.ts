import { Hono } from 'hono'
import * as z from 'zod'
import { FleetFindingFilter, FleetFindingQuery, ListedFinding } from '#domain/findings/finding.ts'
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
      'List the findings of all turbines of the caller, a hundred a page. `due_before` finds what is unsolved and due before that day, `overdue` what is due before today. `sightings=newest` counts findings that continue each other once. `q` is the code as a person types it, perhaps after that of the turbine: `A-PS-011`, `a-ps-11` and `T01 A-PS-011` find `A-PS-011`, `A-PS` finds all that begin so. A number is complete; the case of letters, hyphens and zeros before the number do not matter; a text that begins no code finds nothing.',
      [200, 304],
      { data: z.array(ListedFinding), total: z.int().min(0) },
    ),
    cached('role', FleetFindingQuery),
    validate('query', FleetFindingQuery),
    async (c) => {
      const { services, viewer } = c.var
      return c.json(
        ok(
          await listFleetFindings(
            services.db.readFor(viewer, c.req.raw.signal),
            viewer,
            c.req.valid('query'),
          ),
        ),
      )
    },
  )
  .get(
    '/summary',
    permit('finding.read'),
    answers(
      'Count the findings of all turbines of the caller by year, type, severity, due month and due day. With the turbines that have the worst ones.',
      [200, 304],
      { data: FindingSummary },
    ),
    cached('role', FleetFindingFilter),
    validate('query', FleetFindingFilter),
    async (c) => {
      const { services, viewer } = c.var
      const db = services.db.readFor(viewer, c.req.raw.signal)
      return c.json(ok({ data: await summarizeFindings(db, viewer, c.req.valid('query')) }))
    },
  )
