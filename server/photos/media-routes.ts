import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { DERIVATIVE_WIDTHS, type DerivativeWidth, MIB } from '#domain/limits.ts'
import { findByBearerOrCookie, permit } from '#server/auth/authenticate.ts'
import { isKnown } from '#server/entity-tag.ts'
import type { Env } from '#server/env.ts'
import { ApiError } from '#server/errors.ts'
import { validate } from '#server/validate.ts'
import { derivativeType, variantOf } from './photo-files.ts'
import { findPhotoFile } from './photo-queries.ts'

const Width = z.object({
  w: z
    .enum(DERIVATIVE_WIDTHS.map(String) as [string, ...string[]])
    .transform((text) => Number(text) as DerivativeWidth)
    .optional(),
})

/** Mounted at `/media`: sends what the store has, and computes nothing. */
export const mediaRoutes = new Hono<Env>().get(
  '/:key{.+}',
  permit('photo.read', findByBearerOrCookie),
  validate('query', Width),
  async (c) => {
    const { db, store } = c.var.services
    const photo = await findPhotoFile(db.read, c.var.viewer, c.req.param('key'))
    if (!photo) throw new ApiError('photo_not_found')

    const { w } = c.req.valid('query')
    if (w === undefined) {
      return sendFile(c, { path: store.pathOf(photo.key), type: photo.media_type, tag: photo.sha256 })
    }
    if (photo.width === null) throw new ApiError('photo_not_found')
    const path = store.derivativePathOf(photo.key, variantOf(w))
    return sendFile(c, { path, type: derivativeType(w), tag: `${photo.sha256}-${w}` })
  },
)

interface StoredFile {
  path: string
  type: string
  /** The entity tag, without its quotes. */
  tag: string
}

/** Files up to this size are read at once, which is faster than a stream; bytes. */
const READ_AT_ONCE_MAX = MIB / 2

/** Answers with the file or the range of it that was asked for. A key never gets other bytes, so it is fresh for ever. */
async function sendFile(c: Context<Env>, stored: StoredFile): Promise<Response> {
  const etag = `"${stored.tag}"`
  const headers: Record<string, string> = {
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, immutable, max-age=31536000',
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'Content-Type': stored.type,
    ETag: etag,
  }
  if (isKnown(c.req.header('If-None-Match'), etag)) return c.body(null, 304, headers)

  const file = await openStored(stored.path)
  let handedOn = false
  try {
    const { size } = await file.stat()
    const ifRange = c.req.header('If-Range')
    const range =
      ifRange === undefined || ifRange === etag ? readRange(c.req.header('Range'), size) : undefined
    if (range === 'unsatisfiable') {
      return c.body(null, 416, { 'Cache-Control': 'no-store', 'Content-Range': `bytes */${size}` })
    }
    const { start, end } = range ?? { start: 0, end: size - 1 }
    headers['Content-Length'] = String(end - start + 1)
    if (range) headers['Content-Range'] = `bytes ${start}-${end}/${size}`
    const status = range ? 206 : 200
    if (c.req.method === 'HEAD') return c.body(null, status, headers)
    if (!range && size <= READ_AT_ONCE_MAX) return c.body(await file.readFile(), status, headers)

    handedOn = true
    const stream = file.createReadStream({ start, end, highWaterMark: 256 * 1024 })
    return c.body(Readable.toWeb(stream) as ReadableStream, status, headers)
  } finally {
    if (!handedOn) await file.close()
  }
}

/** @throws ApiError `photo_not_found` when the file has just been deleted. */
async function openStored(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r')
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? new ApiError('photo_not_found') : error
  }
}

/**
 * The single byte range of a `Range` header, both ends included; undefined where there is none or more than one, and
 * the whole file is to be sent.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-14.1.2
 */
function readRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return undefined
  const [, first = '', last = ''] = match
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(first) > Number(last)) return undefined
  return start >= size || start > end ? 'unsatisfiable' : { start, end }
}
