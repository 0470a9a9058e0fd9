import { Hono } from 'hono'
import * as z from 'zod'
import { Id } from '#domain/fields.ts'
import { FileQuery } from '#domain/pictures/file-query.ts'
import { tileLevels } from '#domain/pictures/panorama.ts'
import { rawText } from '#domain/text/text.ts'
import { findByBearerOrCookie, permit } from '#server/core/access/authenticate.ts'
import type { Env } from '#server/core/env.ts'
import { answers } from '#server/core/http/answers.ts'
import { validate } from '#server/core/http/validate.ts'
import { sendBytes } from '#server/core/media/send-file.ts'
import type { Services } from '#server/features/open-features.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { findTiledPhoto } from './photo-queries.ts'
import type { TilePlace } from './tile-archive.ts'

const TileParam = z.object({
  photoId: Id,
  level: rawText(2)
    .regex(/^(0|[1-9]\d?)$/)
    .transform(Number),
  /** The column and the row, as in `3-1`. */
  tile: rawText(9).regex(/^(0|[1-9]\d{0,3})-(0|[1-9]\d{0,3})$/),
})

/** Mounted at `/media/panoramas`. */
export const panoramaMediaRoutes = new Hono<Env<Services>>().get(
  '/:photoId/:level/:tile',
  permit('photo.read', findByBearerOrCookie),
  answers(
    "Get a tile of a photo: a JPEG of 512 × 512 pixels, smaller at the right and bottom edges. `tile` is its column and row, such as `3-1`. The first tile of a photo may take seconds, because all are generated. `file` is the SHA-256 of the photo: browsers cache such an answer for a year, and another file's hash gets 404; without it they revalidate. 415 means that the photo cannot be tiled. Also accepts the session cookie.",
    [200, 304],
    'image/jpeg',
    'photo_not_found',
    'not_found',
    'too_large',
    'unsupported_file',
    'file_not_processed',
    'too_many_requests',
    'storage_full',
    'storage_read_only',
    'store_unavailable',
    'shutting_down',
  ),
  validate('param', TileParam),
  validate('query', FileQuery),
  async (c) => {
    const { services, caller } = c.var
    const { photoId, level, tile } = c.req.valid('param')
    const photo = await findTiledPhoto(services.db.read, caller, photoId)
    if (!photo) throw new ApiError('photo_not_found')
    const [column = 0, row = 0] = tile.split('-').map(Number)
    const place = { level, column, row }
    if (!hasTile(photo, place)) throw new ApiError('not_found')
    return sendBytes(c, {
      type: 'image/jpeg',
      sha256: photo.sha256,
      named: c.req.valid('query').file,
      part: `${level}-${tile}`,
      missing: 'not_found',
      read: () => {
        // It may wait for an image worker.
        c.var.slot.release()
        return services.panoramaTiles.read(services, caller, photo, place)
      },
    })
  },
)

/** A point cloud has no tiles. */
function hasTile(
  { width, height }: { width: number | null; height: number | null },
  { level, column, row }: TilePlace,
): boolean {
  if (width === null || height === null) return false
  const grid = tileLevels(width, height)[level]
  return grid !== undefined && column < grid.columns && row < grid.rows
}
