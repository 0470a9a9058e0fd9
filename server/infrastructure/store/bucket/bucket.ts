import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  type ListObjectsV2CommandOutput,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import type { BucketConfig } from '#server/infrastructure/config.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { type ByteRange, isSame } from '#server/infrastructure/store/file-store.ts'
import { md5Of } from '#server/infrastructure/store/read-whole.ts'
import type { BegunObject, ListedObject } from './bucket-client.ts'
import {
  asApiError,
  asWritingError,
  bucketSentence,
  isBeyondEnd,
  isMissing,
  isMomentary,
  pause,
  retry,
  TRIES,
  WrongObjectError,
} from './bucket-errors.ts'
import { BucketRequests } from './bucket-requests.ts'
import { endWhenStalled, watchReading } from './stalled-body.ts'

/** The object that says whether a bucket that was read-only can be written again. */
const PROBE_KEY = 'write-probe'

/**
 * Requests to one bucket. A request that fails for a moment, or makes no progress, is sent again a few times. Then these methods throw
 * ApiError `store_unavailable`, or `storage_full` if the bucket has no space.
 */
export class Bucket {
  readonly #config: BucketConfig
  readonly #requests: BucketRequests
  /** True if the bucket has refused the last object. */
  #isReadOnly = false

  private constructor(config: BucketConfig) {
    this.#config = config
    this.#requests = new BucketRequests(config)
  }

  /** @throws Error with a sentence if the bucket cannot be used */
  static async open(config: BucketConfig): Promise<Bucket> {
    const bucket = new Bucket(config)
    try {
      await bucket.#requests.list({ MaxKeys: 1 })
    } catch (error) {
      bucket.close()
      throw new Error(bucketSentence(error, config), { cause: error })
    }
    return bucket
  }

  /**
   * Asks for one name, once. If the last object could not be written, it also writes one.
   *
   * @throws when the bucket does not answer in `ms` milliseconds, or refuses
   */
  async probe(ms: number): Promise<void> {
    await this.#requests.list({ MaxKeys: 1 }, ms)
    if (this.#isReadOnly) await this.#probeWriting(ms)
  }

  /**
   * Writes a file and reads back what the bucket has: its size, and its MD5 in the entity tag. If the tag is another value, as with some
   * kinds of encryption, the bytes are read back. Not all servers check the checksums of a request.
   */
  async put(key: string, path: string): Promise<void> {
    const { size } = await stat(path)
    const md5 = await md5Of(createReadStream(path))
    await retry(async () => {
      await this.#send(key, path, size, md5)
      const head = await this.find(key)
      if (head?.size !== size) throw new WrongObjectError(`The bucket has ${key} with another size.`)
      if (head.tag !== md5.toString('hex')) await this.#compare(key, size, md5)
    })
  }

  /** The size of an object in bytes; undefined if there is none. */
  async size(key: string): Promise<number | undefined> {
    return (await this.find(key))?.size
  }

  /** What the bucket says about an object; undefined if there is none. */
  async find(key: string) {
    const head = new HeadObjectCommand({ ...this.#place, Key: key })
    const send = () =>
      this.#requests.whilePresent((abortSignal) => this.#requests.client.send(head, { abortSignal }))
    try {
      const { ContentLength = 0, ETag = '', LastModified = new Date() } = await retry(send, isMissing)
      return { size: ContentLength, tag: ETag.replaceAll('"', ''), writtenAt: LastModified }
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  /**
   * Begins to read an object, or the part of it that exists. So one request says whether there is an object, and how large it is.
   *
   * @throws an error for which `isMissing` is true if there is no such object, `isBeyondEnd` if it ends before the part
   */
  begin(key: string, range?: ByteRange): Promise<BegunObject> {
    return retry(
      () => this.#get(key, range),
      (error) => isMissing(error) || isBeyondEnd(error),
    )
  }

  /**
   * Reads a part of an object. If the answer breaks off, it continues where it stopped, as long as something arrives.
   *
   * @param begun the body of a request for this part
   * @throws an error for which `isMissing` is true if there is no such object, `isBeyondEnd` if it ends before `start`
   */
  async *read(
    key: string,
    { start, end }: ByteRange,
    signal?: AbortSignal,
    begun?: Readable,
  ): AsyncGenerator<Uint8Array> {
    let at = start
    let body = begun
    for (let tries = 1; at <= end; tries += 1) {
      const begun = at
      try {
        body ??= await this.#getExactly(key, { start: at, end }, signal)
        for await (const piece of body) {
          at += piece.length
          yield piece
        }
      } catch (error) {
        if (isMissing(error) || isBeyondEnd(error) || signal?.aborted) throw error
        if (at > begun) tries = 1
        if (tries >= TRIES || !isMomentary(error)) throw asApiError(error)
        await pause(tries)
      }
      body = undefined
    }
  }

  /** Removes an object. A missing object is no error. While the bucket is away, it fails at once: nobody waits for a removal. */
  async remove(key: string): Promise<void> {
    const remove = new DeleteObjectCommand({ ...this.#place, Key: key })
    await retry(() =>
      this.#requests.whilePresent((abortSignal) => this.#requests.client.send(remove, { abortSignal }), {
        isImpatient: true,
      }),
    )
  }

  /** Every object whose key begins with `prefix`, in the order of the keys. */
  async *list(prefix: string): AsyncGenerator<ListedObject> {
    for await (const { Contents = [] } of this.#pages({ Prefix: prefix })) {
      for (const { Key, Size = 0, LastModified = new Date() } of Contents) {
        if (Key !== undefined) yield { key: Key, size: Size, writtenAt: LastModified }
      }
    }
  }

  /** The names directly below `prefix`, which ends with a slash: of objects, and of what has objects below it. */
  async *namesBelow(prefix: string): AsyncGenerator<string> {
    const pages = this.#pages({ Prefix: prefix, Delimiter: '/' })
    for await (const { Contents = [], CommonPrefixes = [] } of pages) {
      for (const { Key } of Contents) if (Key !== undefined) yield Key.slice(prefix.length)
      for (const { Prefix } of CommonPrefixes) if (Prefix !== undefined) yield Prefix.slice(prefix.length, -1)
    }
  }

  /** Ends the connections. */
  close(): void {
    this.#requests.close()
  }

  async *#pages(options: { Prefix: string; Delimiter?: string }): AsyncGenerator<ListObjectsV2CommandOutput> {
    let token: string | undefined
    do {
      const page = await retry(() =>
        this.#requests.listPresent({ ...options, ...(token !== undefined && { ContinuationToken: token }) }),
      )
      yield page
      token = page.NextContinuationToken
    } while (token !== undefined)
  }

  get #place() {
    return this.#requests.place
  }

  async #get(key: string, range?: ByteRange, signal?: AbortSignal): Promise<BegunObject> {
    const part = range && { Range: `bytes=${range.start}-${range.end}` }
    const {
      Body,
      ContentLength = 0,
      ContentRange,
    } = await this.#requests.whilePresent(
      (abortSignal) =>
        this.#requests.client.send(new GetObjectCommand({ ...this.#place, Key: key, ...part }), {
          abortSignal,
        }),
      { signal },
    )
    const body = Body as Readable
    endWhenStalled(body, this.#config.stallMs)
    const [, start, end, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(ContentRange ?? '') ?? []
    return size === undefined
      ? { size: ContentLength, range: { start: 0, end: ContentLength - 1 }, body }
      : { size: Number(size), range: { start: Number(start), end: Number(end) }, body }
  }

  async #getExactly(key: string, range: ByteRange, signal?: AbortSignal): Promise<Readable> {
    const begun = await this.#get(key, range, signal)
    if (isSame(begun.range, range)) return begun.body
    begun.body.destroy()
    throw new WrongObjectError(`The bucket has ${key} with another size.`)
  }

  async #send(key: string, path: string, size: number, md5: Buffer): Promise<void> {
    const file = createReadStream(path)
    const watched = watchReading(file, this.#config.stallMs)
    const put = {
      ...this.#place,
      Key: key,
      Body: file,
      ContentLength: size,
      ContentMD5: md5.toString('base64'),
    }
    try {
      await this.#requests.during(
        (gone) =>
          this.#requests.client.send(new PutObjectCommand(put), {
            abortSignal: AbortSignal.any([watched.signal, gone]),
          }),
        { progressNow: () => file.bytesRead },
      )
      this.#isReadOnly = false
    } catch (error) {
      // After a success it ends by itself: if it were destroyed before its end, the request would never end, and keep its connection.
      file.destroy()
      if (watched.error !== undefined) throw watched.error
      const failure = asWritingError(error)
      this.#isReadOnly = failure instanceof ApiError
      throw failure
    } finally {
      watched.end()
    }
  }

  async #probeWriting(ms: number): Promise<void> {
    const put = new PutObjectCommand({ ...this.#place, Key: PROBE_KEY, Body: '' })
    await this.#requests.withinTime((abortSignal) => this.#requests.client.send(put, { abortSignal }), ms)
    this.#isReadOnly = false
    await this.remove(PROBE_KEY)
  }

  async #compare(key: string, size: number, md5: Buffer): Promise<void> {
    const found = await md5Of(this.read(key, { start: 0, end: size - 1 }))
    if (!found.equals(md5)) throw new WrongObjectError(`The bucket has ${key} with other bytes.`)
  }
}
