import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import busboy, { type Busboy } from 'busboy'
import type { Context } from 'hono'
import { MIB } from '#domain/limits.ts'
import { refuseWithoutReserve } from '#server/disk/reserve.ts'
import type { Env, Services } from '#server/env.ts'
import { ApiError, invalid } from '#server/errors.ts'
import type { Intake } from '#server/store/incoming.ts'
import { refuseWithoutRoom } from './room.ts'

/** A whole file of a request, on the disk but not yet in its place. */
export interface ReceivedFile {
  name: string
  path: string
  /** Bytes. */
  size: number
  sha256: string
}

interface FileLimits {
  /** Bytes. */
  maxFileSize: number
  maxFiles: number
}

interface FileHandler {
  /** The form field that carries the files. */
  field: string
  /** True when the file is wanted; others are read past. Called with each name, in order, before its bytes. */
  wants(name: string): Promise<boolean>
  /** Called with each wanted file once it is whole. The next file is read meanwhile. */
  received(file: ReceivedFile): void
  /** Called instead of `received` for a file over the limit; nothing of it stays. */
  tooLarge(name: string): void
}

const LOOK_FOR_ROOM_EVERY_BYTES = 16 * MIB
const FIELDS_MAX = 20
const FIELD_BYTES_MAX = 1000
/** What the headers of a part may add to its bytes. */
const PART_OVERHEAD_BYTES = 10_000

/** The most bytes a whole upload may have. */
export function maxBodySize({ maxFileSize, maxFiles }: FileLimits): number {
  return maxFiles * (maxFileSize + PART_OVERHEAD_BYTES)
}

/**
 * Streams a multipart body into `intake`, never more than a few chunks of it in memory.
 *
 * @returns the text fields beside the files.
 * @throws ApiError `validation_failed` for what is no multipart, breaks off or has no file; `too_large` for too many
 *   files, too many bytes, or a file so far over the limit that reading on would only help an attacker; `storage_full`.
 */
export async function receiveFiles(
  c: Context<Env>,
  intake: Intake,
  handler: FileHandler,
): Promise<Record<string, string>> {
  const limits = c.var.services.config
  const parser = openParser(c, limits)
  const body = bodyStream(c)
  const fields = new Map<string, string>()
  const work: Promise<void>[] = []
  const abort = new AbortController()
  let lastFile = Promise.resolve()

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
    // Whoever reads the stream sees its error; but it may come while the file still waits for its turn.
    stream.on('error', () => {})
    if (field !== handler.field) abort.abort(invalid(field ?? '', 'unknown_key'))
    // The parser goes on with what it holds already; nobody would ever end this stream.
    if (abort.signal.aborted) return void stream.destroy()
    // One file after the other: `wants` may look at what came before.
    lastFile = lastFile.then(() => take(stream, info.filename ?? ''))
    work.push(lastFile)
    lastFile.catch((error) => abort.abort(error))
  })

  async function take(stream: Readable, name: string): Promise<void> {
    if (await handler.wants(name)) {
      const file = await writeFile(stream, intake.newPath(), limits.maxFileSize)
      if (file) return handler.received({ name, ...file })
      handler.tooLarge(name)
    }
    await skip(stream, limits.maxFileSize, abort)
  }

  try {
    await pipeline(chunksOf(body, c.var.services), parser, { signal: abort.signal })
    await Promise.all(work)
  } catch (error) {
    await Promise.allSettled(work)
    throw asRefusal(abort.signal.aborted ? abort.signal.reason : error)
  }
  if (work.length === 0) throw invalid(handler.field, 'no_files')
  return Object.fromEntries(fields)
}

/** The raw body: the socket's own stream where there is one, so that pausing it reaches the sender. */
function bodyStream(c: Context<Env>): Readable {
  if (c.env?.incoming) return c.env.incoming
  if (!c.req.raw.body) throw invalid('', 'malformed_multipart')
  return Readable.fromWeb(c.req.raw.body as Parameters<typeof Readable.fromWeb>[0])
}

function openParser(c: Context<Env>, limits: FileLimits): Busboy {
  try {
    return busboy({
      headers: { 'content-type': c.req.header('Content-Type') ?? '' },
      defParamCharset: 'utf8',
      // A name with a path in it is not to lose it silently; it is refused as a name.
      preservePath: true,
      limits: { files: limits.maxFiles, fields: FIELDS_MAX, fieldSize: FIELD_BYTES_MAX, headerPairs: 50 },
    })
  } catch {
    throw invalid('', 'malformed_multipart')
  }
}

/**
 * The body's chunks, until there were too many bytes, whichever part they belong to, or the disk has no room for more:
 * the length of a body need not be told, and others write, too. The body itself is left alone when reading ends early:
 * destroying it would take the socket, and with it the answer that says why.
 */
async function* chunksOf(body: Readable, services: Services): AsyncGenerator<Buffer> {
  const maxBytes = maxBodySize(services.config)
  let bytes = 0
  let lookAt = LOOK_FOR_ROOM_EVERY_BYTES
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new ApiError('too_large')
    // What was given up of the reserve meanwhile is not for uploads.
    refuseWithoutReserve(services.reserve)
    if (bytes > lookAt) {
      await refuseWithoutRoom(services)
      lookAt = bytes + LOOK_FOR_ROOM_EVERY_BYTES
    }
    yield chunk
  }
}

/**
 * Writes a file's bytes to `path`, hashing them on the way, and waits until the disk has them.
 *
 * @returns undefined when there are more than `maxSize` bytes: nothing is kept then, and the rest of the stream is
 *   still to be read.
 */
async function writeFile(
  stream: Readable,
  path: string,
  maxSize: number,
): Promise<Omit<ReceivedFile, 'name'> | undefined> {
  const hash = createHash('sha256')
  let size = 0
  async function* counted() {
    for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxSize) return
      hash.update(chunk)
      yield chunk
    }
  }
  await pipeline(counted, createWriteStream(path, { flags: 'wx', mode: 0o640, flush: true }))
  if (size <= maxSize) return { path, size, sha256: hash.digest('hex') }
  await rm(path)
  return undefined
}

/** Reads past a file, but not for ever: after `most` bytes the whole request is refused. */
async function skip(stream: Readable, most: number, abort: AbortController): Promise<void> {
  let skipped = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    skipped += chunk.length
    if (skipped > most) return abort.abort(new ApiError('too_large'))
  }
}

/** What busboy and the socket throw about a body that breaks off or is malformed; disk errors pass as they are. */
function asRefusal(error: unknown): unknown {
  if (error instanceof ApiError) return error
  const isSystemError = typeof (error as NodeJS.ErrnoException).syscall === 'string'
  const brokeOff = (error as NodeJS.ErrnoException).code === 'ECONNRESET'
  return isSystemError && !brokeOff ? error : invalid('', 'malformed_multipart')
}
