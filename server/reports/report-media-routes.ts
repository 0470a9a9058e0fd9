import { Hono } from 'hono'
import { findByBearerOrCookie, permit } from '#server/access/authenticate.ts'
import { answers } from '#server/answers.ts'
import type { Env } from '#server/env.ts'
import { ApiError } from '#server/errors.ts'
import { sendFile } from '#server/media/send-file.ts'
import { originalOf } from '#server/store/file-store.ts'
import { findReportFile } from './report-queries.ts'

/** Mounted at `/media`. */
export const reportMediaRoutes = new Hono<Env>().get(
  '/turbines/:id/reports/:name',
  permit('report.read', findByBearerOrCookie),
  answers(
    'Download a report under its own name. Takes the cookie of a sign-in too.',
    [200, 206, 304, 416],
    'application/pdf',
    'report_not_found',
  ),
  async (c) => {
    const { db } = c.var.services
    const { id, name } = c.req.param()
    const report = await findReportFile(db.read, c.var.viewer, `turbines/${id}/reports/${name}`)
    // A report has no smaller sizes.
    if (!report || c.req.query('w') !== undefined) throw new ApiError('report_not_found')
    return sendFile(c, {
      file: originalOf(report.key),
      type: 'application/pdf',
      tag: report.sha256,
      downloadName: asPdfName(report.original_filename),
      missing: 'report_not_found',
    })
  },
)

/** The name with `.pdf` at its end, because a computer would open `report.bat` or `page.html` with another program. */
function asPdfName(name: string): string {
  return /\.pdf$/i.test(name) ? name : `${name}.pdf`
}
