import { writeFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import type { Marker } from '#server/infrastructure/disk/marker-file.ts'
import type { Incoming } from '#server/infrastructure/store/incoming.ts'
import type { Bucket } from './bucket.ts'

/** A marker that is an object of a bucket. */
export class BucketMarker implements Marker {
  readonly #bucket: Bucket
  readonly #key: string
  readonly #incoming: Incoming

  constructor(bucket: Bucket, key: string, incoming: Incoming) {
    this.#bucket = bucket
    this.#key = key
    this.#incoming = incoming
  }

  read(): Promise<string | undefined> {
    return readText(this.#bucket, this.#key)
  }

  async write(content: string): Promise<void> {
    await using incomingFolder = await this.#incoming.openFolder()
    const path = incomingFolder.newPath()
    await writeFile(path, content)
    await this.#bucket.put(this.#key, path)
  }

  remove(): Promise<void> {
    return this.#bucket.remove(this.#key)
  }
}

/** The text of an object, or undefined. */
export async function readText(bucket: Bucket, key: string): Promise<string | undefined> {
  const size = await bucket.size(key)
  if (size === undefined) return undefined
  return text(bucket.read(key, { start: 0, end: size - 1 }))
}

/** True if the bucket is empty except for this object. Objects of other programs count, too. */
export async function isEmptyExcept(bucket: Bucket, exception: string): Promise<boolean> {
  for await (const { key } of bucket.list('')) if (key !== exception) return false
  return true
}
