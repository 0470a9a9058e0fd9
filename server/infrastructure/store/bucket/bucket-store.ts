import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Logger } from 'pino'
import { MIB } from '#domain/limits.ts'
import { forEachAtOnce } from '#server/infrastructure/store/at-once.ts'
import {
  type ByteRange,
  type Content,
  type FileId,
  type FileStore,
  fullName,
  type NewFile,
  type OpenFile,
} from '#server/infrastructure/store/file-store.ts'
import type { Bucket } from './bucket.ts'
import { isMissing, MissingObjectError } from './bucket-errors.ts'
import type { FileCache } from './file-cache.ts'

/** The key prefixes: originals, then derivatives, as on disk. */
const PLACES = [false, true].map((isDerivative) => ({
  isDerivative,
  prefix: fullName({ name: '', isDerivative }),
}))

/** Concurrent writes or removals of one call. */
const CONCURRENCY = 8

/** A derivative up to this size, in bytes, is cached before sending. Larger ones are sent while the copy is made. */
const COPY_FIRST_MAX = 4 * MIB

/**
 * Stores files as objects of a bucket, with `fullName` as their keys. The last used derivatives are cached on the local disk. Sizes, lists
 * and hashes always come from the bucket.
 */
export class BucketStore implements FileStore {
  readonly #bucket: Bucket
  readonly #log: Logger
  readonly #cache: FileCache | undefined

  /** @param cache undefined for commands, which read each file once */
  constructor(bucket: Bucket, log: Logger, cache?: FileCache) {
    this.#bucket = bucket
    this.#log = log
    this.#cache = cache
  }

  probe(ms: number): Promise<void> {
    return this.#bucket.probe(ms)
  }

  async keep(files: readonly NewFile[]): Promise<void> {
    const begun: FileId[] = []
    try {
      const put = ({ file, path }: NewFile) => {
        begun.push(file)
        return this.#bucket.put(fullName(file), path)
      }
      await forEachAtOnce(files, put, CONCURRENCY)
    } catch (error) {
      // Also after a failure: the bucket may have it although its answer was lost. No caller waits during an outage.
      const removal = this.remove(begun)
      if (!this.#bucket.isAway) await removal
      throw error
    }
    // An uploader looks at the pictures first.
    await this.#cache?.keep(files.filter(({ file }) => file.isDerivative))
  }

  async open(file: FileId): Promise<OpenFile | undefined> {
    const cache = file.isDerivative ? this.#cache : undefined
    const copy = await cache?.open(file)
    if (copy) return copy
    const size = await this.size(file)
    if (size === undefined) return undefined
    const filling = cache?.fill(file, size, (path) => this.#download(file, path))
    const object = new OpenObject(this.#bucket, fullName(file), size)
    if (size > COPY_FIRST_MAX) return object
    await filling
    return (await cache?.open(file)) ?? object
  }

  async copyTo(file: FileId, path: string): Promise<boolean> {
    try {
      await this.#download(file, path)
      return true
    } catch (error) {
      await rm(path, { force: true })
      if (isMissing(error)) return false
      throw error
    }
  }

  size(file: FileId): Promise<number | undefined> {
    return this.#bucket.size(fullName(file))
  }

  async hash(
    file: FileId,
    onPiece: (piece: Uint8Array) => Promise<unknown> = async () => {},
  ): Promise<Content> {
    const hash = createHash('sha256')
    let size = 0
    try {
      for await (const piece of this.#readWhole(file)) {
        size += piece.length
        hash.update(piece)
        await onPiece(piece)
      }
    } catch (error) {
      if (isMissing(error)) return 'missing'
      throw error
    }
    return { size, sha256: hash.digest('hex') }
  }

  /** An object that stays for now is unreadable: its row is gone. */
  async remove(files: readonly FileId[]): Promise<boolean> {
    const isRemoved = await this.#removeObjects(files)
    await this.#cache?.remove(files)
    return isRemoved
  }

  /** A bucket has no folders; those of the cache are on disk. */
  async removeEmptyFolders(folder: string): Promise<void> {
    await this.#cache?.removeEmptyFolders(folder)
  }

  async *list(): AsyncGenerator<FileId> {
    for (const { prefix, isDerivative } of PLACES) {
      for await (const { key } of this.#bucket.list(prefix)) {
        yield { name: key.slice(prefix.length), isDerivative }
      }
    }
  }

  async writtenAt(file: FileId): Promise<Date | undefined> {
    return (await this.#bucket.find(fullName(file)))?.writtenAt
  }

  /** @throws an error for which `isMissing` is true if there is no such object */
  async *#readWhole(file: FileId): AsyncGenerator<Uint8Array> {
    const size = await this.size(file)
    if (size === undefined) throw new MissingObjectError()
    yield* this.#bucket.read(fullName(file), { start: 0, end: size - 1 })
  }

  /** Writes the object to a new path and flushes it. @throws like `#readWhole` */
  #download(file: FileId, path: string): Promise<void> {
    return pipeline(this.#readWhole(file), createWriteStream(path, { flags: 'wx', mode: 0o640, flush: true }))
  }

  close(): void {
    this.#bucket.close()
  }

  async #removeObjects(files: readonly FileId[]): Promise<boolean> {
    try {
      await forEachAtOnce(files.map(fullName), (key) => this.#bucket.remove(key), CONCURRENCY)
      return true
    } catch (error) {
      this.#log.warn({ err: error }, 'could not remove files from the bucket')
      return false
    }
  }
}

/** An object of the bucket, read lazily. */
class OpenObject implements OpenFile {
  readonly size: number
  readonly #bucket: Bucket
  readonly #key: string

  constructor(bucket: Bucket, key: string, size: number) {
    this.#bucket = bucket
    this.#key = key
    this.size = size
  }

  async readAll(): Promise<Uint8Array<ArrayBuffer> | undefined> {
    try {
      return await this.#readAtOnce({ start: 0, end: this.size - 1 })
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  async read({ start, end }: ByteRange): Promise<Buffer<ArrayBuffer>> {
    try {
      return await this.#readAtOnce({ start, end: Math.min(end, this.size - 1) })
    } catch (error) {
      if (isMissing(error)) return Buffer.alloc(0)
      throw error
    }
  }

  stream(range: ByteRange): ReadableStream<Uint8Array> {
    const gone = new AbortController()
    const pieces = this.#bucket.read(this.#key, range, gone.signal)
    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const { done, value } = await pieces.next()
          if (value) controller.enqueue(value)
          if (done) controller.close()
        },
        /** Ends the request to the bucket, even while it waits for bytes. */
        async cancel() {
          gone.abort()
          await pieces.return(undefined)
        },
      },
      { highWaterMark: 0 },
    )
  }

  async [Symbol.asyncDispose](): Promise<void> {}

  async #readAtOnce(range: ByteRange): Promise<Buffer<ArrayBuffer>> {
    const pieces: Uint8Array[] = []
    for await (const piece of this.#bucket.read(this.#key, range)) pieces.push(piece)
    return Buffer.concat(pieces)
  }
}
