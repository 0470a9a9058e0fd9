import type { ErrorCode } from '#domain/answer.ts'
import { MIB } from '#domain/limits.ts'
import type { ApiContext } from '#server/core/env.ts'
import { matchesEntityTag } from '#server/core/http/entity-tag.ts'
import { readRange } from '#server/core/http/read-range.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import type { FileId } from '#server/infrastructure/store/file-store.ts'
import { sendStream } from './download.ts'

interface SentFile {
  file: FileId
  type: string
  /** The entity tag, without its quotes. */
  tag: string
  /** The name of the downloaded file. Without it, the browser shows the file inline. */
  downloadName?: string
  /** The error code if the file has just been deleted. */
  missing: ErrorCode
  /** Called before the first byte. @param isStart false for a range that does not begin with the file */
  onSend?(isStart: boolean): Promise<void>
}

interface SentBytes extends Pick<SentFile, 'type' | 'missing'> {
  /** Of the original that the bytes derive from. */
  sha256: string
  /** The SHA-256 in the address, see `FileQuery`. */
  named: string | undefined
  /** Which derivative of the original. */
  part: string
  /** Reads the content, unless the client has it. Undefined means missing. */
  read(): Promise<Uint8Array<ArrayBuffer> | undefined>
}

/** Files up to this size, in bytes, are read at once, which is faster than a stream. */
const READ_AT_ONCE_MAX = MIB / 2

/** The `Cache-Control` of bytes that browsers cache and always revalidate. */
const ASK_EACH_TIME = 'private, no-cache'

/**
 * Answers with the file or the requested range. The bytes of a key never change, so the answer is cacheable without expiry. A download's
 * name can change, so browsers revalidate it; a 304 has the new name.
 */
export async function sendFile(c: ApiContext, sent: SentFile): Promise<Response> {
  const etag = `"${sent.tag}"`
  const headers: Record<string, string> = { 'Accept-Ranges': 'bytes', ...headersOf(sent.type, etag) }
  // `isFileName` allows no character that needs escaping inside the quotes. @see https://www.rfc-editor.org/rfc/rfc6266
  if (sent.downloadName) {
    headers['Content-Disposition'] = `attachment; filename="${sent.downloadName}"`
    headers['Cache-Control'] = ASK_EACH_TIME
  }
  if (matchesEntityTag(c.req.header('If-None-Match'), etag)) return c.body(null, 304, headers)

  const ifRange = c.req.header('If-Range')
  const rangeHeader = ifRange === undefined || ifRange === etag ? c.req.header('Range') : undefined
  await using file = await c.var.services.store.open(sent.file)
  if (!file) throw new ApiError(sent.missing)
  const { size } = file
  const range = readRange(rangeHeader, size)
  if (range === 'unsatisfiable') {
    return c.body(null, 416, { 'Cache-Control': 'no-store', 'Content-Range': `bytes */${size}` })
  }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  headers['Content-Length'] = String(end - start + 1)
  if (range) headers['Content-Range'] = `bytes ${start}-${end}/${size}`
  const status = range ? 206 : 200
  if (c.req.method === 'HEAD') return c.body(null, status, headers)
  await sent.onSend?.(start === 0)
  if (!range && size <= READ_AT_ONCE_MAX) {
    const bytes = await file.readAll()
    if (!bytes) throw new ApiError(sent.missing)
    return c.body(bytes, status, headers)
  }
  return sendStream(c, file.stream({ start, end }), status, headers)
}

/**
 * Answers with bytes at an address with a record's id, like `sendFile` without ranges. Browsers cache the answer only if the address also
 * names the file; otherwise, as for older clients, they revalidate.
 *
 * @throws ApiError `not_found` if the address names another file, as after a restore from an older backup
 */
export async function sendBytes(c: ApiContext, sent: SentBytes): Promise<Response> {
  if (sent.named !== undefined && sent.named !== sent.sha256) throw new ApiError('not_found')
  const etag = `"${sent.sha256}-${sent.part}"`
  const headers = headersOf(sent.type, etag)
  if (sent.named === undefined) headers['Cache-Control'] = ASK_EACH_TIME
  if (matchesEntityTag(c.req.header('If-None-Match'), etag)) return c.body(null, 304, headers)
  const bytes = await sent.read()
  if (!bytes) throw new ApiError(sent.missing)
  headers['Content-Length'] = String(bytes.length)
  return c.req.method === 'HEAD' ? c.body(null, 200, headers) : c.body(bytes, 200, headers)
}

function headersOf(type: string, etag: string): Record<string, string> {
  return {
    'Cache-Control': 'private, immutable, max-age=31536000',
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'Content-Type': type,
    ETag: etag,
  }
}
