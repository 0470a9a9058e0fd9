import { Hono } from 'hono'
import * as z from 'zod'
import { FleetReport, ReportSearch } from '#domain/report.ts'
import { permit } from '#server/core/access/authenticate.ts'
import type { Env } from '#server/core/env.ts'
import { answers, ok } from '#server/core/http/answers.ts'
import { validate } from '#server/core/http/validate.ts'
import { cached } from '#server/core/response-cache/cached.ts'
import { searchReports } from './search-reports.ts'

/** Mounted at `/api/reports`. */
export const fleetReportRoutes = new Hono<Env>().get(
  '/',
  permit('report.read'),
  answers(
    "Search the reports of all turbines of the caller. Returns the newest 20 with every word of `q` in the file name, the turbine's code or name, or the year. Case and Turkish diacritics do not matter. An empty `q` finds nothing.",
    [200, 304],
    { data: z.array(FleetReport) },
  ),
  cached('role', ReportSearch),
  validate('query', ReportSearch),
  async (c) => {
    const { services, caller } = c.var
    const db = services.db.readFor(caller, c.req.raw.signal)
    return c.json(ok({ data: await searchReports(db, caller, c.req.valid('query').q ?? '') }))
  },
)
