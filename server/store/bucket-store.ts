import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Logger } from 'pino'
import { MIB } from '#domain/limits.ts'
import { forEachAtOnce } from './at-once.ts'
import type { Bucket } from './bucket.ts'
import { isBeyondEnd, isMissing } from './bucket-errors.ts'
import type { FileCache } from './file-cache.ts'
import {
  type ByteRange,
  type Content,
  type FileId,
  type FileStore,
  fullName,
  type NewFile,
  type OpenFile,
} from './file-store.ts'

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

  async open(file: FileId): Promise<OpenFile | undefined> {
    const cache = file.isDerivative ? this.#cache : undefined
    const copy = await cache?.open(file)
    if (copy) return copy
    const size = await this.size(file)
    if (size === undefined) return undefined
    const object = new OpenObject(this.#bucket, fullName(file), size)
    const filling = cache?.fill(file, size, (path) => object.download(path))
    if (size > COPY_FIRST_MAX) return object
    await filling
    return (await cache?.open(file)) ?? object
  }

  async copyTo(file: FileId, path: string): Promise<boolean> {
    const size = await this.size(file)
    if (size === undefined) return false
    try {
      await new OpenObject(this.#bucket, fullName(file), size).download(path)
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
    const size = await this.size(file)
    if (size === undefined) return 'missing'
    const hash = createHash('sha256')
    try {
      for await (const piece of this.#bucket.read(fullName(file), { start: 0, end: size - 1 })) {
        hash.update(piece)
        await onPiece(piece)
      }
    } catch (error) {
      if (isMissing(error)) return 'missing'
      throw error
    }
    return { size, sha256: hash.digest('hex') }
  }

  /** Objects that cannot be removed now are left to the sweeper: their rows are gone, so nobody can read them. */
  async remove(files: readonly FileId[]): Promise<void> {
    await this.#removeObjects(files.map(fullName))
    await this.#cache?.remove(files)
  }

  /** Like `remove`. */
  async removeFolder(folder: string): Promise<void> {
    for (const { prefix } of PLACES) await this.#removeObjects(this.#keysBelow(`${prefix}${folder}/`))
    await this.#cache?.removeFolder(folder)
  }

  /** Only the names that were found, if the bucket does not answer: they are wanted for removing. */
  async namesBelow(folder: string): Promise<Set<string>> {
    const names = new Set<string>()
    try {
      for (const { prefix } of PLACES) {
        for await (const name of this.#bucket.namesBelow(`${prefix}${folder}/`)) names.add(name)
      }
    } catch (error) {
      this.#log.warn(
        { err: error, folder },
        'could not list a folder of the bucket; the sweep removes its files',
      )
    }
    return names
  }

  async *list(olderThan?: Date): AsyncGenerator<FileId> {
    for (const { prefix, isDerivative } of PLACES) {
      for await (const { key, writtenAt } of this.#bucket.list(prefix)) {
        if (olderThan === undefined || writtenAt < olderThan)
          yield { name: key.slice(prefix.length), isDerivative }
      }
    }
  }

  async *#keysBelow(prefix: string): AsyncGenerator<string> {
    for await (const { key } of this.#bucket.list(prefix)) yield key
  }

  async #removeObjects(keys: AsyncIterable<string> | Iterable<string>): Promise<void> {
    try {
      await forEachAtOnce(keys, (key) => this.#bucket.remove(key), CONCURRENCY)
    } catch (error) {
      this.#log.warn({ err: error }, 'could not remove files from the bucket; the sweep removes them')
    }
  }
}

/** An object of the bucket. Its bytes are asked for when they are wanted. */
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
      return await this.#readWhole({ start: 0, end: this.size - 1 })
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  async read({ start, end }: ByteRange): Promise<Buffer<ArrayBuffer>> {
    try {
      return await this.#readWhole({ start, end: Math.min(end, this.size - 1) })
    } catch (error) {
      if (isMissing(error) || isBeyondEnd(error)) return Buffer.alloc(0)
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
        /** Ends the request to the bucket, also while it waits for bytes. */
        async cancel() {
          gone.abort()
          await pieces.return(undefined)
        },
      },
      { highWaterMark: 0 },
    )
  }

  /** Writes the object to a new path and waits until the disk has it. */
  async download(path: string): Promise<void> {
    const bytes = this.#bucket.read(this.#key, { start: 0, end: this.size - 1 })
    await pipeline(bytes, createWriteStream(path, { flags: 'wx', mode: 0o640, flush: true }))
  }

  async [Symbol.asyncDispose](): Promise<void> {}

  async #readWhole(range: ByteRange): Promise<Buffer<ArrayBuffer>> {
    const pieces: Uint8Array[] = []
    for await (const piece of this.#bucket.read(this.#key, range)) pieces.push(piece)
    return Buffer.concat(pieces)
  }
}
