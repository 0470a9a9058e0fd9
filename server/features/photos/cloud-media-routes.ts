import { Hono } from 'hono'
import * as z from 'zod'
import { Id } from '#domain/fields.ts'
import { FileQuery } from '#domain/pictures/file-query.ts'
import { rawText } from '#domain/text/text.ts'
import { findByBearerOrCookie, permit } from '#server/core/access/authenticate.ts'
import type { Env } from '#server/core/env.ts'
import { answers } from '#server/core/http/answers.ts'
import { validate } from '#server/core/http/validate.ts'
import { sendBytes } from '#server/core/media/send-file.ts'
import { CLOUD_ARCHIVE_VERSION } from '#server/infrastructure/clouds/octree/cloud-archive-layout.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { readNodePoints, readNodeTable } from './cloud-archive.ts'
import { cloudOf } from './photo-files.ts'
import { findTiledPhoto } from './photo-queries.ts'

const TYPE = 'application/octet-stream'

const NodeParam = z.object({
  photoId: Id,
  version: rawText(9).regex(/^[1-9]\d*$/),
  /** The number of a node, or `nodes`. */
  node: rawText(7).regex(/^(nodes|0|[1-9]\d*)$/),
})

/** Mounted at `/media/clouds`. */
export const cloudMediaRoutes = new Hono<Env>().get(
  '/:photoId/:version/:node',
  permit('photo.read', findByBearerOrCookie),
  answers(
    'Get the points of a point cloud node: 16 bytes a point, little endian: x, y and z relative to the origin as 32-bit floats; red, green and blue; the intensity from 0 to 254, 255 for none. `nodes` instead of a number is the node table: 40 bytes a node, little endian: the number of its parent (−1 for the root), its level, its point count (32 bits each), both corners of its bounding box as six 32-bit floats, and 4 bytes for the server. A node has an even sample of the points in its cell; its children have the others. `file` is the SHA-256 of the point cloud: browsers cache such an answer for a year, else they revalidate. After 404 `not_found`, call `GET …/photos/{id}/cloud` again. Also accepts the session cookie.',
    [200, 304],
    TYPE,
    'photo_not_found',
    'not_found',
    'store_unavailable',
  ),
  validate('param', NodeParam),
  validate('query', FileQuery),
  async (c) => {
    const { services, caller } = c.var
    const { photoId, version, node } = c.req.valid('param')
    const photo = await findTiledPhoto(services.db.read, caller, photoId)
    if (!photo) throw new ApiError('photo_not_found')
    if (photo.width !== null || version !== String(CLOUD_ARCHIVE_VERSION)) throw new ApiError('not_found')
    return sendBytes(c, {
      type: TYPE,
      sha256: photo.sha256,
      named: c.req.valid('query').file,
      part: `${version}-${node}`,
      missing: 'not_found',
      async read() {
        await using archive = await services.store.open(cloudOf(photo.key))
        if (!archive) return undefined
        return node === 'nodes' ? await readNodeTable(archive) : await readNodePoints(archive, Number(node))
      },
    })
  },
)
