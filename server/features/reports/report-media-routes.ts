import { Hono } from 'hono'
import * as z from 'zod'
import { findByBearerOrCookie, permit } from '#server/core/access/authenticate.ts'
import { writeAuditEntryIfSpace } from '#server/core/audit/audit-log.ts'
import type { ApiContext, Env, SignedIn } from '#server/core/env.ts'
import { answers } from '#server/core/http/answers.ts'
import { validate } from '#server/core/http/validate.ts'
import { sendFile } from '#server/core/media/send-file.ts'
import { cachedPicture } from '#server/core/response-cache/cached.ts'
import type { Services } from '#server/features/open-features.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { originalOf } from '#server/infrastructure/store/file-store.ts'
import { shownTo } from '#server/records/published-rows.ts'
import { asPdfName, THUMBNAIL_TYPE, thumbnailOf } from './report-files.ts'
import { findReportFile } from './report-queries.ts'

const Width = z.object({ w: z.literal('320').optional() })

/** Mounted at `/media`. */
export const reportMediaRoutes = new Hono<Env<Services>>().get(
  '/turbines/:id/reports/:name',
  permit('report.read', findByBearerOrCookie),
  answers(
    'Download a report under its own name, or get a picture of its first page, up to `w` pixels wide (WebP). Also accepts the session cookie.',
    [200, 206, 304, 416],
    'application/pdf',
    'report_not_found',
    'store_unavailable',
  ),
  cachedPicture(320),
  validate('query', Width),
  async (c) => {
    const { db } = c.var.services
    const { id, name } = c.req.param()
    const report = await findReportFile(
      shownTo(c.var.caller.role, db.read),
      c.var.caller,
      `turbines/${id}/reports/${name}`,
    )
    const missing = 'report_not_found'
    const { w } = c.req.valid('query')
    if (!report || (w !== undefined && report.has_thumbnail !== 1)) throw new ApiError(missing)
    if (w !== undefined) {
      const tag = `${report.sha256}-${w}`
      return sendFile(c, { file: thumbnailOf(report.key), type: THUMBNAIL_TYPE, tag, missing })
    }
    return sendFile(c, {
      file: originalOf(report.key),
      type: 'application/pdf',
      tag: report.sha256,
      downloadName: asPdfName(report.original_filename),
      missing,
      onSend: (isStart) => recordDownload(c, report, isStart),
    })
  },
)

/** Writes an audit entry for each download that begins, and for a part without one: whoever omits the first byte still has the report. */
async function recordDownload(
  c: ApiContext<SignedIn, Services>,
  { id, original_filename, turbine_id, ...turbine }: NonNullable<Awaited<ReturnType<typeof findReportFile>>>,
  isStart: boolean,
): Promise<void> {
  const { caller, services } = c.var
  const isFirst = await services.downloadEntries.allows(`${caller.id} ${id}`)
  if (!isFirst && !isStart) return
  await writeAuditEntryIfSpace(c, {
    action: 'report.download',
    record: { id, name: original_filename },
    turbine: { ...turbine, id: turbine_id },
    by: caller,
  })
}
