import { writeFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import type { MoveMarker } from '#server/disk/move-marker.ts'
import type { Bucket } from './bucket.ts'
import type { Incoming } from './incoming.ts'

/** The key of the object that marks a bucket as the target of a move. */
const MARKER_KEY = 'unfinished-move'

export class BucketMoveMarker implements MoveMarker {
  readonly #bucket: Bucket
  readonly #incoming: Incoming

  constructor(bucket: Bucket, incoming: Incoming) {
    this.#bucket = bucket
    this.#incoming = incoming
  }

  read(): Promise<string | undefined> {
    return readBucketMark(this.#bucket)
  }

  async write(description: string): Promise<void> {
    await using intake = await this.#incoming.openIntake()
    const path = intake.newPath()
    await writeFile(path, description)
    await this.#bucket.put(MARKER_KEY, path)
  }

  remove(): Promise<void> {
    return this.#bucket.remove(MARKER_KEY)
  }
}

/** What the marker of the bucket says; undefined if there is none. */
export async function readBucketMark(bucket: Bucket): Promise<string | undefined> {
  const size = await bucket.size(MARKER_KEY)
  if (size === undefined) return undefined
  return text(bucket.read(MARKER_KEY, { start: 0, end: size - 1 }))
}

/** True if the bucket has no object, except for the marker. Objects of other programs count, too. */
export async function isEmptyBucket(bucket: Bucket): Promise<boolean> {
  for await (const { key } of bucket.list('')) if (key !== MARKER_KEY) return false
  return true
}
