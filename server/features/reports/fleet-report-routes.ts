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
    'Search the reports of all turbines of the caller: the newest ones, at most 20, in which every word of `q` is a part of the name of the file, of the code or the name of the turbine, or the year. Upper and lower case and Turkish marks do not matter. Without `q` it finds nothing.',
    [200, 304],
    { data: z.array(FleetReport) },
  ),
  cached('role', ReportSearch),
  validate('query', ReportSearch),
  async (c) => {
    const { services, viewer } = c.var
    const db = services.db.readFor(viewer, c.req.raw.signal)
    return c.json(ok({ data: await searchReports(db, viewer, c.req.valid('query').q ?? '') }))
  },
)
