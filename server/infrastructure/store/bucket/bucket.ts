import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import type { BucketConfig } from '#server/infrastructure/config.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { OutageProbe } from '#server/infrastructure/outage-probe.ts'
import type { ByteRange } from '#server/infrastructure/store/file-store.ts'
import { md5Of } from '#server/infrastructure/store/read-whole.ts'
import { clientFor, type ListedObject, TRIES } from './bucket-client.ts'
import {
  asApiError,
  asWritingError,
  bucketSentence,
  isMissing,
  isMomentary,
  pause,
  WrongObjectError,
} from './bucket-errors.ts'
import { endWhenStalled, watchReading } from './stalled-body.ts'

/** Timeout of a probe of the bucket, in milliseconds. */
const QUESTION_MS = 5000
/** The probe object for a bucket that was read-only. */
const PROBE_KEY = 'write-probe'

/** SDK options of each request. */
interface Limits {
  requestTimeout: number
  abortSignal: AbortSignal
}

/**
 * Requests to one bucket. A request that fails transiently or stalls is retried a few times. Then these methods throw ApiError
 * `store_unavailable`, or `storage_full` if the bucket has no space.
 */
export class Bucket {
  readonly #config: BucketConfig
  readonly #client: S3Client
  /** Common to all commands. */
  readonly #place: { Bucket: string }
  readonly #outage: OutageProbe
  /** True if the bucket refused the last object. */
  #isReadOnly = false

  private constructor(config: BucketConfig) {
    this.#config = config
    this.#client = clientFor(config)
    this.#place = { Bucket: config.bucket }
    this.#outage = new OutageProbe(
      () =>
        this.#askForOneName(QUESTION_MS).catch((error) => {
          // A refusal shows that it is reachable, too.
          if (isMomentary(error)) throw error
        }),
      asApiError,
      config.timeFactor,
    )
  }

  /** @throws Error with a sentence if the bucket cannot be used */
  static async open(config: BucketConfig): Promise<Bucket> {
    const bucket = new Bucket(config)
    try {
      await bucket.#askForOneName(config.stallMs)
    } catch (error) {
      bucket.close()
      throw new Error(bucketSentence(error, config), { cause: error })
    }
    return bucket
  }

  /** True if the last probe failed. */
  get isAway(): boolean {
    return this.#outage.isAway
  }

  /**
   * Probes the bucket with a list of one name, and after a failed write with a write.
   *
   * @throws when the bucket does not answer in `ms` milliseconds, or refuses
   */
  async probe(ms: number): Promise<void> {
    await this.#askForOneName(ms)
    if (!this.#isReadOnly) return
    const put = new PutObjectCommand({ ...this.#place, Key: PROBE_KEY, Body: '' })
    await this.#client.send(put, { abortSignal: AbortSignal.timeout(ms) })
    this.#isReadOnly = false
    await this.remove(PROBE_KEY)
  }

  /**
   * Writes a file and checks the bucket's size and MD5 (entity tag). If the tag is another value, as with some kinds of encryption, the
   * bytes are read back. Not all servers check request checksums.
   */
  async put(key: string, path: string): Promise<void> {
    const { size } = await stat(path)
    const md5 = await md5Of(createReadStream(path))
    for (let tries = 1; ; tries += 1) {
      try {
        await this.#send(key, path, size, md5)
        const head = await this.find(key)
        if (head?.size !== size) throw new WrongObjectError(`The bucket has ${key} with another size.`)
        if (head.tag !== md5.toString('hex')) await this.#compare(key, size, md5)
        return
      } catch (error) {
        if (tries === TRIES || !isMomentary(error)) throw asApiError(error)
      }
      await pause(tries)
    }
  }

  /** The size of an object in bytes, or undefined. */
  async size(key: string): Promise<number | undefined> {
    return (await this.find(key))?.size
  }

  /** The bucket's metadata of an object, or undefined. */
  async find(key: string): Promise<{ size: number; tag: string; writtenAt: Date } | undefined> {
    const head = new HeadObjectCommand({ ...this.#place, Key: key })
    try {
      const {
        ContentLength = 0,
        ETag = '',
        LastModified = new Date(),
      } = await this.#ask((limits) => this.#client.send(head, limits))
      return { size: ContentLength, tag: ETag.replaceAll('"', ''), writtenAt: LastModified }
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  /**
   * Reads a part of an object. A truncated answer is resumed up to three times with growing pauses.
   *
   * @throws an error for which `isMissing` is true if there is no such object
   */
  async *read(key: string, { start, end }: ByteRange, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
    let at = start
    for (let tries = 0; at <= end; tries += 1) {
      if (tries > 0) await pause(tries)
      const body = await this.#get(key, { start: at, end }, signal)
      let failure: unknown = new Error(`The bucket truncated ${key}.`)
      try {
        for await (const piece of body) {
          at += piece.length
          yield piece
        }
      } catch (error) {
        if (signal?.aborted) throw error
        failure = error
      }
      if (at <= end && tries === TRIES) throw asApiError(failure)
    }
  }

  /** Removes an object. A missing object is no error. */
  async remove(key: string): Promise<void> {
    const remove = new DeleteObjectCommand({ ...this.#place, Key: key })
    await this.#ask((limits) => this.#client.send(remove, limits))
  }

  /** Every object with the key prefix, in order. */
  async *list(prefix: string): AsyncGenerator<ListedObject> {
    for await (const { Contents = [] } of this.#pages({ Prefix: prefix })) {
      for (const { Key, Size = 0, LastModified = new Date() } of Contents) {
        if (Key !== undefined) yield { key: Key, size: Size, writtenAt: LastModified }
      }
    }
  }

  /** The names directly below `prefix`, which ends with a slash: of objects, and of folders. */
  async *namesBelow(prefix: string): AsyncGenerator<string> {
    const pages = this.#pages({ Prefix: prefix, Delimiter: '/' })
    for await (const { Contents = [], CommonPrefixes = [] } of pages) {
      for (const { Key } of Contents) if (Key !== undefined) yield Key.slice(prefix.length)
      for (const { Prefix } of CommonPrefixes) if (Prefix !== undefined) yield Prefix.slice(prefix.length, -1)
    }
  }

  /** Ends the connections. */
  close(): void {
    this.#client.destroy()
  }

  async *#pages(options: { Prefix: string; Delimiter?: string }): AsyncGenerator<ListObjectsV2CommandOutput> {
    let token: string | undefined
    do {
      const more = token !== undefined && { ContinuationToken: token }
      const list = new ListObjectsV2Command({ ...this.#place, ...options, ...more })
      const page = await this.#ask((limits) => this.#client.send(list, limits))
      yield page
      token = page.NextContinuationToken
    } while (token !== undefined)
  }

  /** A short request that every bucket can answer. */
  async #askForOneName(ms: number): Promise<void> {
    const list = new ListObjectsV2Command({ ...this.#place, MaxKeys: 1 })
    await this.#client.send(list, { abortSignal: AbortSignal.timeout(ms) })
  }

  /**
   * Sends a request until its answer begins.
   *
   * @param signal of the waiting caller
   * @throws ApiError; an error for which `isMissing` is true
   */
  async #ask<Answer>(send: (limits: Limits) => Promise<Answer>, signal?: AbortSignal): Promise<Answer> {
    try {
      return await this.#outage.during((away) =>
        send({
          requestTimeout: this.#config.stallMs,
          abortSignal: signal ? AbortSignal.any([signal, away]) : away,
        }),
      )
    } catch (error) {
      throw isMissing(error) || signal?.aborted ? error : asApiError(error)
    }
  }

  async #get(key: string, { start, end }: ByteRange, signal?: AbortSignal): Promise<Readable> {
    const get = new GetObjectCommand({ ...this.#place, Key: key, Range: `bytes=${start}-${end}` })
    const { Body, ContentRange } = await this.#ask((limits) => this.#client.send(get, limits), signal)
    const body = Body as Readable
    endWhenStalled(body, this.#config.stallMs)
    if (ContentRange?.startsWith(`bytes ${start}-${end}/`)) return body
    body.destroy()
    throw asApiError(new WrongObjectError(`The bucket has ${key} with another size.`))
  }

  async #send(key: string, path: string, size: number, md5: Buffer): Promise<void> {
    const file = createReadStream(path)
    const watched = watchReading(file, this.#config.stallMs)
    const put = new PutObjectCommand({
      ...this.#place,
      Key: key,
      Body: file,
      ContentLength: size,
      ContentMD5: md5.toString('base64'),
    })
    try {
      await this.#outage.during((away) =>
        this.#client.send(put, { abortSignal: AbortSignal.any([watched.signal, away]) }),
      )
      this.#isReadOnly = false
    } catch (error) {
      // After a success it ends by itself: destroyed earlier, the request would never end, and keep its connection.
      file.destroy()
      if (watched.error !== undefined) throw watched.error
      const failure = asWritingError(error)
      this.#isReadOnly = failure instanceof ApiError && failure.code === 'storage_read_only'
      throw failure
    } finally {
      watched.end()
    }
  }

  async #compare(key: string, size: number, md5: Buffer): Promise<void> {
    const found = await md5Of(this.read(key, { start: 0, end: size - 1 }))
    if (!found.equals(md5)) throw new WrongObjectError(`The bucket has ${key} with other bytes.`)
  }
}
