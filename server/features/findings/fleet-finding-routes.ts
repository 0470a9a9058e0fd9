import { Hono } from 'hono'
import * as z from 'zod'
import { FleetFindingFilter, FleetFindingQuery, ListedFinding } from '#domain/findings/finding.ts'
import { FindingPlacesQuery, PlacesTotal, TurbinePlaces } from '#domain/findings/finding-places.ts'
import { FindingSummary } from '#domain/findings/finding-summary.ts'
import { permit } from '#server/core/access/authenticate.ts'
import type { Env } from '#server/core/env.ts'
import { answers, ok } from '#server/core/http/answers.ts'
import { validate } from '#server/core/http/validate.ts'
import { cached } from '#server/core/response-cache/cached.ts'
import { listFindingPlaces } from './finding-places.ts'
import { listFleetFindings } from './finding-queries.ts'
import { summarizeFindings } from './finding-summary.ts'

/** Mounted at `/api/findings`. */
export const fleetFindingRoutes = new Hono<Env>()
  .get(
    '/',
    permit('finding.read'),
    answers(
      "List the findings of all turbines of the caller, 100 a page. `due_before` selects unresolved findings due before that day, `overdue` those due before today. `sightings=newest` counts a chain of linked findings once. `q` is a typed code, optionally after the turbine's: `A-PS-011`, `a-ps-11` and `T01 A-PS-011` find `A-PS-011`; `A-PS` is a prefix. A number is complete; case, hyphens and leading zeros do not matter; other text finds nothing.",
      [200, 304],
      { data: z.array(ListedFinding), total: z.int().min(0) },
    ),
    cached('role', FleetFindingQuery),
    validate('query', FleetFindingQuery),
    async (c) => {
      const { services, caller } = c.var
      return c.json(
        ok(
          await listFleetFindings(
            services.db.readFor(caller, c.req.raw.signal),
            caller,
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
      'Count the findings of all turbines of the caller by year, type, severity, due month and due day, and list the worst turbines.',
      [200, 304],
      { data: FindingSummary },
    ),
    cached('role', FleetFindingFilter),
    validate('query', FleetFindingFilter),
    async (c) => {
      const { services, caller } = c.var
      const db = services.db.readFor(caller, c.req.raw.signal)
      return c.json(ok({ data: await summarizeFindings(db, caller, c.req.valid('query')) }))
    },
  )
  .get(
    '/places',
    permit('finding.read'),
    answers(
      'List where the findings of all turbines of the caller are on their blades, by turbine code. A page has whole turbines with about 5,000 findings; `next` is the `offset` of the next one.',
      [200, 304],
      { data: z.array(TurbinePlaces), total: PlacesTotal, next: z.int().nullable() },
    ),
    cached('role', FindingPlacesQuery),
    validate('query', FindingPlacesQuery),
    async (c) => {
      const { services, caller } = c.var
      const db = services.db.readFor(caller, c.req.raw.signal)
      return c.json(ok(await listFindingPlaces(db, caller, c.req.valid('query'))))
    },
  )
