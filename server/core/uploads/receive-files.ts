import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import busboy, { type Busboy } from 'busboy'
import { MIB } from '#domain/limits.ts'
import type { ApiContext } from '#server/core/env.ts'
import { awaitedLater } from '#server/infrastructure/awaited-later.ts'
import { syncFile } from '#server/infrastructure/disk/durable-files.ts'
import { ApiError, invalid } from '#server/infrastructure/errors.ts'
import type { IncomingFolder } from '#server/infrastructure/store/incoming.ts'
import { whileSpace } from './free-space.ts'

/** A complete file of a request, in the incoming folder. */
export interface ReceivedFile {
  name: string
  path: string
  /** Bytes. */
  size: number
  sha256: string
  /** Resolves when the bytes are on disk. The file is readable before. */
  durable: Promise<void>
}

interface FileLimits {
  /** Bytes. */
  maxFileSize: number
  maxFiles: number
}

interface FileHandler {
  /** The form field of the files. */
  field: string
  /** True if the file is wanted; others are discarded. Called with each name, in order, before its bytes. */
  wants(name: string): Promise<boolean>
  /** Called with each complete wanted file, while the next one is read. */
  received(file: ReceivedFile): void
  /** Called instead of `received` for a file over the limit, which is removed. */
  tooLarge(name: string): void
}

/** Bytes buffered for one write. */
const UNWRITTEN_BYTES = MIB

const FIELDS_MAX = 20
const FIELD_BYTES_MAX = 1000
/** Maximum bytes of the headers of one part. */
const PART_OVERHEAD_BYTES = 10_000

/** Maximum bytes of a whole upload. */
export function maxBodySize({ maxFileSize, maxFiles }: FileLimits): number {
  return maxFiles * (maxFileSize + PART_OVERHEAD_BYTES)
}

/**
 * Streams a multipart body into `incomingFolder`, with only a few chunks of it in memory.
 *
 * @returns the text fields beside the files.
 * @throws ApiError `validation_failed` if the body is not multipart, breaks off or has no file; `too_large` for too many files, too many
 *   bytes, or a file far over the limit; `storage_full`; every error of `handler`.
 */
export async function receiveFiles(
  c: ApiContext,
  incomingFolder: IncomingFolder,
  handler: FileHandler,
): Promise<Record<string, string>> {
  const limits = c.var.services.config
  const parser = openParser(c, limits)
  const body = bodyStream(c)
  const fields = new Map<string, string>()
  const work: Promise<void>[] = []
  const abort = new AbortController()
  let lastFile = Promise.resolve()
  /** An error of `handler`, such as one of the database, unrelated to the body. */
  let failure: { error: unknown } | undefined

  parser.on('field', (name: string | undefined, value, info) => {
    if (name === undefined) abort.abort(invalid('', 'malformed_multipart'))
    else if (fields.has(name)) abort.abort(invalid(name, 'repeated'))
    else if (info.valueTruncated) abort.abort(invalid(name, 'too_big'))
    else fields.set(name, value)
  })
  parser.on('fieldsLimit', () => abort.abort(invalid('', 'malformed_multipart')))
  parser.on('filesLimit', () =>
    abort.abort(new ApiError('too_large', { issues: [{ path: handler.field, code: 'too_many_files' }] })),
  )
  parser.on('file', (field: string | undefined, stream, info) => {
    // The reader gets the stream's error. But it may occur before reading begins, and must not end the process.
    stream.on('error', () => {})
    if (field !== handler.field) abort.abort(invalid(field ?? '', 'unknown_key'))
    // The parser still emits the files in its buffer, which nothing would read or end.
    if (abort.signal.aborted) return void stream.destroy()
    // One file after the other, because `wants` may depend on earlier files.
    lastFile = awaitedLater(lastFile.then(() => take(stream, info.filename ?? '')))
    work.push(lastFile)
    lastFile.catch((error) => abort.abort(error))
  })

  async function take(stream: Readable, name: string): Promise<void> {
    const isWanted = await handler.wants(name).catch((error: unknown) => {
      failure = { error }
      throw error
    })
    if (isWanted) {
      const file = await writeFile(stream, incomingFolder.newPath(), limits.maxFileSize)
      if (file) return handler.received({ name, ...file })
      handler.tooLarge(name)
    }
    await skip(stream, limits.maxFileSize, abort)
  }

  try {
    await pipeline(whileSpace(chunksOf(body, limits), c.var.services), parser, { signal: abort.signal })
    await Promise.all(work)
  } catch (error) {
    await Promise.allSettled(work)
    if (failure) throw failure.error
    throw asApiError(abort.signal.aborted ? abort.signal.reason : error)
  }
  if (work.length === 0) throw invalid(handler.field, 'no_files')
  return Object.fromEntries(fields)
}

/** The raw body: the socket's own stream if there is one, so that pausing it slows the sender. */
function bodyStream(c: ApiContext): Readable {
  if (c.env?.incoming) return c.env.incoming
  if (!c.req.raw.body) throw invalid('', 'malformed_multipart')
  return Readable.fromWeb(c.req.raw.body as Parameters<typeof Readable.fromWeb>[0])
}

function openParser(c: ApiContext, limits: FileLimits): Busboy {
  try {
    return busboy({
      headers: { 'content-type': c.req.header('Content-Type') ?? '' },
      defParamCharset: 'utf8',
      // A name with a path must be refused; by default busboy strips the path.
      preservePath: true,
      limits: { files: limits.maxFiles, fields: FIELDS_MAX, fieldSize: FIELD_BYTES_MAX, headerPairs: 50 },
    })
  } catch {
    throw invalid('', 'malformed_multipart')
  }
}

/**
 * The chunks of the body, counted, because a request may have no `Content-Length`. Ending early does not destroy the body, which would
 * close the socket before the answer.
 *
 * @throws ApiError `too_large`
 */
async function* chunksOf(body: Readable, limits: FileLimits): AsyncGenerator<Buffer> {
  const maxBytes = maxBodySize(limits)
  let bytes = 0
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new ApiError('too_large')
    yield chunk
  }
}

/**
 * Writes a file to `path` and hashes it on the way, without waiting for the disk.
 *
 * @returns undefined above `maxSize` bytes. The file is then removed, and the rest of the stream must still be read.
 */
async function writeFile(
  stream: Readable,
  path: string,
  maxSize: number,
): Promise<Omit<ReceivedFile, 'name'> | undefined> {
  const hash = createHash('sha256')
  let size = 0
  async function* bytesWithinLimit() {
    for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxSize) return
      hash.update(chunk)
      yield chunk
    }
  }
  const writing = createWriteStream(path, { flags: 'wx', mode: 0o640, highWaterMark: UNWRITTEN_BYTES })
  await pipeline(bytesWithinLimit, writing)
  if (size > maxSize) {
    await rm(path)
    return undefined
  }
  return { path, size, sha256: hash.digest('hex'), durable: awaitedLater(syncFile(path)) }
}

/** Reads and discards a file. After `most` bytes the whole request is refused. */
async function skip(stream: Readable, most: number, abort: AbortController): Promise<void> {
  let skipped = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    skipped += chunk.length
    if (skipped > most) return abort.abort(new ApiError('too_large'))
  }
}

/** Maps errors of busboy and the socket about a malformed or incomplete body to an API error. Disk errors are returned unchanged. */
function asApiError(error: unknown): unknown {
  if (error instanceof ApiError) return error
  const isSystemError = typeof (error as NodeJS.ErrnoException | undefined)?.syscall === 'string'
  const brokeOff = (error as NodeJS.ErrnoException | undefined)?.code === 'ECONNRESET'
  return isSystemError && !brokeOff ? error : invalid('', 'malformed_multipart')
}
