import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import * as z from 'zod'
import { Id, IdParam } from '#domain/fields.ts'
import { SharedContent } from '#domain/inspections/link.ts'
import { DERIVATIVE_WIDTHS, type DerivativeWidth } from '#domain/limits.ts'
import { permit } from '#server/core/access/authenticate.ts'
import type { Env } from '#server/core/env.ts'
import { answers, ok } from '#server/core/http/answers.ts'
import { validate } from '#server/core/http/validate.ts'
import { sendFile } from '#server/core/media/send-file.ts'
import type { Services } from '#server/features/open-features.ts'
import { derivativeType, variantOf } from '#server/features/photos/photo-files.ts'
import { asPdfName } from '#server/features/reports/report-files.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { derivativeOf, originalOf } from '#server/infrastructure/store/file-store.ts'
import { getOpenedLink } from './link-cookie.ts'
import { findSharedPhoto, sharedReports } from './link-queries.ts'
import { readSharedContent } from './shared-content.ts'

const PhotoParam = z.object({ id: Id, photoId: Id })
const ReportParam = z.object({ id: Id, reportId: Id })
const Width = z.object({
  w: z
    .enum(DERIVATIVE_WIDTHS.map(String) as [string, ...string[]])
    .transform((text) => Number(text) as DerivativeWidth)
    .optional(),
})

/** No cache shows what a link showed before its end, no search engine lists it, and no other page gets its address. */
const keepPrivate = createMiddleware<Env>(async (c, next) => {
  await next()
  c.header('Cache-Control', c.res.ok || c.res.status === 304 ? 'private, no-cache' : 'no-store')
  c.header('X-Robots-Tag', 'noindex, nofollow')
  c.header('Referrer-Policy', 'no-referrer')
})

/** Mounted at `/media/links`. Each call accepts only the cookie of its link, and asks whether the link still lives. */
export const linkMediaRoutes = new Hono<Env<Services>>()
  .use(keepPrivate)
  .get(
    '/:id',
    permit('link.open'),
    answers(
      'Get what an opened link shows, with its cookie.',
      200,
      { data: SharedContent },
      'link_not_found',
    ),
    validate('param', IdParam),
    async (c) => {
      const link = await getOpenedLink(c, c.req.valid('param').id)
      return c.json(ok({ data: await readSharedContent(c.var.services.db.read, link) }))
    },
  )
  .get(
    '/:id/photos/:photoId',
    permit('link.open'),
    answers(
      'Get a photo of a finding of an opened link, with its cookie: a picture at most `w` pixels wide, or the original if the link has originals.',
      [200, 206, 304, 416],
      'image/*',
      'link_not_found',
      'photo_not_found',
      'store_unavailable',
    ),
    validate('param', PhotoParam),
    validate('query', Width),
    async (c) => {
      const { id, photoId } = c.req.valid('param')
      const link = await getOpenedLink(c, id)
      const photo = await findSharedPhoto(c.var.services.db.read, link, photoId)
      const { w } = c.req.valid('query')
      const missing = 'photo_not_found'
      if (!photo || (w === undefined ? link.originals !== 1 : photo.width === null))
        throw new ApiError(missing)
      if (w === undefined)
        return sendFile(c, {
          file: originalOf(photo.key),
          type: photo.media_type,
          tag: photo.sha256,
          downloadName: photo.original_name,
          missing,
        })
      const file = derivativeOf(photo.key, variantOf(w))
      return sendFile(c, { file, type: derivativeType(w), tag: `${photo.sha256}-${w}`, missing })
    },
  )
  .get(
    '/:id/reports/:reportId',
    permit('link.open'),
    answers(
      'Download a report of an opened link, with its cookie.',
      [200, 206, 304, 416],
      'application/pdf',
      'link_not_found',
      'report_not_found',
      'store_unavailable',
    ),
    validate('param', ReportParam),
    async (c) => {
      const { id, reportId } = c.req.valid('param')
      const link = await getOpenedLink(c, id)
      const report = await sharedReports(c.var.services.db.read, link)
        .where('id', '=', reportId)
        .executeTakeFirst()
      const missing = 'report_not_found'
      if (!report) throw new ApiError(missing)
      return sendFile(c, {
        file: originalOf(report.key),
        type: 'application/pdf',
        tag: report.sha256,
        downloadName: asPdfName(report.original_filename),
        missing,
      })
    },
  )
