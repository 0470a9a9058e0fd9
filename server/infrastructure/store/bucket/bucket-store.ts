import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
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
  isSame,
  type NewFile,
  type OpenFile,
} from '#server/infrastructure/store/file-store.ts'
import type { Bucket } from './bucket.ts'
import type { BegunObject } from './bucket-client.ts'
import { isBeyondEnd, isMissing } from './bucket-errors.ts'
import type { FileCache } from './file-cache.ts'

/** The first part of the keys of all objects: originals, then derivatives, as on the disk. */
const PLACES = [false, true].map((isDerivative) => ({
  isDerivative,
  prefix: fullName({ name: '', isDerivative }),
}))

/** How many objects one call writes or removes at the same time. */
const CONCURRENCY = 8

/** A derivative up to this size, in bytes, is copied before it is sent. Of larger ones, parts are sent while the copy is made. */
const COPY_FIRST_MAX = 4 * MIB

/**
 * Stores files as objects of a bucket, with `fullName` as their keys. Derivatives that were used last have copies on the local disk.
 * Sizes, lists and hashes always come from the bucket.
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
      // Also what failed: the bucket may have it although its answer was lost.
      await this.remove(begun)
      throw error
    }
    // Whoever has just uploaded looks at the pictures first.
    await this.#cache?.keep(files.filter(({ file }) => file.isDerivative))
  }

  async open(file: FileId, wanted?: ByteRange): Promise<OpenFile | undefined> {
    if (wanted && !file.isDerivative) return this.#begin(file, wanted)
    const cache = file.isDerivative ? this.#cache : undefined
    const copy = await cache?.open(file)
    if (copy) return copy
    const object = await this.#find(file)
    if (!object) return undefined
    const { size } = object
    const filling = cache?.fill(file, size, (path) => this.#download(file, path))
    if (size > COPY_FIRST_MAX) return object
    await filling
    return (await cache?.open(file)) ?? object
  }

  /** Asks for the size alone. */
  async #find(file: FileId): Promise<OpenObject | undefined> {
    const size = await this.size(file)
    return size === undefined ? undefined : new OpenObject(this.#bucket, fullName(file), size)
  }

  async #begin(file: FileId, wanted: ByteRange): Promise<OpenObject | undefined> {
    const key = fullName(file)
    try {
      const begun = await this.#bucket.begin(key, wanted)
      return new OpenObject(this.#bucket, key, begun.size, begun)
    } catch (error) {
      if (isMissing(error)) return undefined
      if (isBeyondEnd(error)) return this.#find(file)
      throw error
    }
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

  /** If an object cannot be removed now, nobody can read it nevertheless: its row is gone. */
  async remove(files: readonly FileId[]): Promise<boolean> {
    const isRemoved = await this.#removeObjects(files)
    await this.#cache?.remove(files)
    return isRemoved
  }

  /** A bucket has no folders; those of the copies are on the disk. */
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
    const key = fullName(file)
    const { range, body } = await this.#bucket.begin(key)
    try {
      yield* this.#bucket.read(key, range, undefined, body)
    } finally {
      // Nobody has read the body of an empty object.
      body.destroy()
    }
  }

  /** Writes the object to a new path and waits until the disk has it. @throws like `#readWhole` */
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

/** An object of the bucket. Its bytes are asked for when they are wanted, unless they have begun to arrive. */
class OpenObject implements OpenFile {
  readonly size: number
  readonly #bucket: Bucket
  readonly #key: string

  #begun: BegunObject | undefined

  constructor(bucket: Bucket, key: string, size: number, begun?: BegunObject) {
    this.#bucket = bucket
    this.#key = key
    this.size = size
    this.#begun = begun
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
      if (isMissing(error) || isBeyondEnd(error)) return Buffer.alloc(0)
      throw error
    }
  }

  stream(range: ByteRange): ReadableStream<Uint8Array> {
    const gone = new AbortController()
    const begun = this.#take(range)
    const pieces = this.#bucket.read(this.#key, range, gone.signal, begun)
    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const { done, value } = await pieces.next()
          if (value) controller.enqueue(value)
          if (done) controller.close()
        },
        /** Ends the request to the bucket, also while it waits for bytes. */
        async cancel() {
          gone.abort()
          begun?.destroy()
          await pieces.return(undefined)
        },
      },
      { highWaterMark: 0 },
    )
  }

  /** Ends a request whose bytes nobody wanted. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#begun?.body.destroy()
  }

  async #readAtOnce(range: ByteRange): Promise<Buffer<ArrayBuffer>> {
    const pieces: Uint8Array[] = []
    const bytes = this.#bucket.read(this.#key, range, undefined, this.#take(range))
    for await (const piece of bytes) pieces.push(piece)
    return Buffer.concat(pieces)
  }

  /** The body that has begun to arrive, for its only reader. */
  #take(range: ByteRange): Readable | undefined {
    if (!this.#begun || !isSame(this.#begun.range, range)) return undefined
    const { body } = this.#begun
    this.#begun = undefined
    return body
  }
}
