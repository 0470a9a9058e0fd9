import { Hono } from 'hono'
import * as z from 'zod'
import { DERIVATIVE_WIDTHS, type DerivativeWidth } from '#domain/limits.ts'
import { findByBearerOrCookie, permit } from '#server/access/authenticate.ts'
import { answers } from '#server/answers.ts'
import type { Env } from '#server/env.ts'
import { ApiError } from '#server/errors.ts'
import { derivativeType, variantOf } from '#server/photos/photo-files.ts'
import { findPhotoFile } from '#server/photos/photo-queries.ts'
import { findReportFile } from '#server/reports/report-queries.ts'
import { validate } from '#server/validate.ts'
import { sendFile } from './send-file.ts'

const Width = z.object({
  w: z
    .enum(DERIVATIVE_WIDTHS.map(String) as [string, ...string[]])
    .transform((text) => Number(text) as DerivativeWidth)
    .optional(),
})

/** Mounted at `/media`: sends what the store has, and computes nothing. */
export const mediaRoutes = new Hono<Env>()
  .get(
    '/turbines/:id/reports/:name',
    permit('report.read', findByBearerOrCookie),
    answers(
      'Download a report under its own name. Takes the cookie of a sign-in too.',
      [200, 206, 304, 416],
      'application/pdf',
      'report_not_found',
    ),
    async (c) => {
      const { db, store } = c.var.services
      const { id, name } = c.req.param()
      const report = await findReportFile(db.read, c.var.viewer, `turbines/${id}/reports/${name}`)
      // A report has no smaller sizes.
      if (!report || c.req.query('w') !== undefined) throw new ApiError('report_not_found')
      return sendFile(c, {
        path: store.pathOf(report.key),
        type: 'application/pdf',
        tag: report.sha256,
        downloadName: asPdfName(report.original_filename),
        missing: 'report_not_found',
      })
    },
  )
  .get(
    '/:key{.+}',
    permit('photo.read', findByBearerOrCookie),
    answers(
      'Get a photo, byte for byte, or a picture of it at most `w` pixels wide: WebP at 320, JPEG above. Takes the cookie of a sign-in too.',
      [200, 206, 304, 416],
      'image/*',
      'photo_not_found',
    ),
    validate('query', Width),
    async (c) => {
      const { db, store } = c.var.services
      const photo = await findPhotoFile(db.read, c.var.viewer, c.req.param('key'))
      if (!photo) throw new ApiError('photo_not_found')

      const missing = 'photo_not_found'
      const { w } = c.req.valid('query')
      if (w === undefined) {
        return sendFile(c, {
          path: store.pathOf(photo.key),
          type: photo.media_type,
          tag: photo.sha256,
          missing,
        })
      }
      if (photo.width === null) throw new ApiError(missing)
      const path = store.derivativePathOf(photo.key, variantOf(w))
      return sendFile(c, { path, type: derivativeType(w), tag: `${photo.sha256}-${w}`, missing })
    },
  )

/** The name with the ending of what it is: saved as `report.bat` or `page.html`, it would be opened as such. */
function asPdfName(name: string): string {
  return /\.pdf$/i.test(name) ? name : `${name}.pdf`
}
