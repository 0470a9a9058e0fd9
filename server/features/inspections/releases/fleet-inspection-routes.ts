import { Hono } from 'hono'
import * as z from 'zod'
import { FleetInspection } from '#domain/inspections/inspection.ts'
import { InspectionFilter } from '#domain/inspections/state.ts'
import { permit } from '#server/core/access/authenticate.ts'
import type { Env } from '#server/core/env.ts'
import { answers, ok } from '#server/core/http/answers.ts'
import { validate } from '#server/core/http/validate.ts'
import { cached } from '#server/core/response-cache/cached.ts'
import { listInspections } from './list-inspections.ts'

/** Mounted at `/api/inspections`. */
export const fleetInspectionRoutes = new Hono<Env>().get(
  '/',
  permit('inspection.read'),
  answers(
    'List the inspections of all turbines of the caller, newest year first; `order=since` puts the longest in their state first. Customers and viewers get inspections with a published version. `published` has the letter, the worst finding and the reports of that version. `next` is the cursor of the next page, null at the end.',
    [200, 304],
    { data: z.array(FleetInspection), next: z.string().nullable(), approximate_total: z.int().min(0) },
  ),
  cached('user', InspectionFilter),
  validate('query', InspectionFilter),
  async (c) => {
    const { services, caller } = c.var
    const db = services.db.readFor(caller, c.req.raw.signal)
    return c.json(ok(await listInspections(db, caller, c.req.valid('query'))))
  },
)
