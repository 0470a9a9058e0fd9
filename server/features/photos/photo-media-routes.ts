import { Hono } from 'hono'
import * as z from 'zod'
import { DERIVATIVE_WIDTHS, type DerivativeWidth } from '#domain/limits.ts'
import { findByBearerOrCookie, permit } from '#server/core/access/authenticate.ts'
import type { Env } from '#server/core/env.ts'
import { answers } from '#server/core/http/answers.ts'
import { validate } from '#server/core/http/validate.ts'
import { sendFile } from '#server/core/media/send-file.ts'
import { cachedPicture } from '#server/core/response-cache/cached.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { derivativeOf, originalOf } from '#server/infrastructure/store/file-store.ts'
import { derivativeType, variantOf } from './photo-files.ts'
import { findPhotoFile } from './photo-queries.ts'

const Width = z.object({
  w: z
    .enum(DERIVATIVE_WIDTHS.map(String) as [string, ...string[]])
    .transform((text) => Number(text) as DerivativeWidth)
    .optional(),
})

/** Mounted at `/media`, after the routes of other kinds of files, because the address of a photo may be any key. */
export const photoMediaRoutes = new Hono<Env>().get(
  '/:key{.+}',
  permit('photo.read', findByBearerOrCookie),
  answers(
    'Get the original bytes of a photo, or a picture of it at most `w` pixels wide and four times as high: WebP at 320, JPEG above. Also accepts the session cookie.',
    [200, 206, 304, 416],
    'image/*',
    'photo_not_found',
    'store_unavailable',
  ),
  cachedPicture(320),
  validate('query', Width),
  async (c) => {
    const { db } = c.var.services
    const photo = await findPhotoFile(db.read, c.var.caller, c.req.param('key'))
    if (!photo) throw new ApiError('photo_not_found')

    const missing = 'photo_not_found'
    const { w } = c.req.valid('query')
    if (w === undefined) {
      return sendFile(c, {
        file: originalOf(photo.key),
        type: photo.media_type,
        tag: photo.sha256,
        missing,
      })
    }
    if (photo.width === null) throw new ApiError(missing)
    const file = derivativeOf(photo.key, variantOf(w))
    return sendFile(c, { file, type: derivativeType(w), tag: `${photo.sha256}-${w}`, missing })
  },
)
