import { forEachAtOnce } from '#server/infrastructure/store/at-once.ts'
import { uploadOf } from '#server/infrastructure/store/partial-files.ts'
import { type RestoredFiles, TRASH_FOLDER, type Trash } from '#server/infrastructure/store/trash.ts'
import type { Bucket } from './bucket.ts'

const PREFIX = `${TRASH_FOLDER}/`
/** How many objects are copied or removed at the same time. */
const CONCURRENCY = 8

/**
 * Objects below `trash/` in the bucket. The time of an object is the time when it came here. It does not use the versions of the bucket,
 * because they need more rights and do not say what the sweep has removed and what somebody has deleted.
 */
export class BucketTrash implements Trash {
  readonly #bucket: Bucket

  constructor(bucket: Bucket) {
    this.#bucket = bucket
  }

  /** An object is removed from its place when it is here. */
  async add(names: readonly string[]): Promise<number> {
    let added = 0
    await forEachAtOnce(
      names,
      async (name) => {
        let isFound = false
        for await (const key of this.#keysOf('', name)) {
          if (!(await this.#bucket.copy(key, `${PREFIX}${key}`))) continue
          await this.#bucket.remove(key)
          isFound = true
        }
        if (isFound) added += 1
      },
      CONCURRENCY,
    )
    return added
  }

  async restore(since: Date): Promise<RestoredFiles> {
    const result: RestoredFiles = { restored: 0, taken: 0 }
    await forEachAtOnce(
      this.#bucket.list(PREFIX),
      async ({ key, size, writtenAt }) => {
        if (writtenAt < since) return
        const place = key.slice(PREFIX.length)
        const taken = await this.#bucket.size(place)
        // A copy that was made before a crash has the same size: keys are never used twice.
        if (taken !== undefined && taken !== size) {
          result.taken += 1
          return
        }
        if (taken === undefined && !(await this.#bucket.copy(key, place))) return
        await this.#bucket.remove(key)
        result.restored += 1
      },
      CONCURRENCY,
    )
    return result
  }

  async remove(names: readonly string[]): Promise<void> {
    if (await this.#isEmpty()) return
    await forEachAtOnce(
      names,
      async (name) => {
        for await (const key of this.#keysOf(PREFIX, name)) await this.#bucket.remove(key)
      },
      CONCURRENCY,
    )
  }

  async removeOlderThan(time: Date): Promise<number> {
    let removed = 0
    await forEachAtOnce(
      this.#bucket.list(PREFIX),
      async ({ key, writtenAt }) => {
        if (writtenAt >= time) return
        await this.#bucket.remove(key)
        removed += 1
      },
      CONCURRENCY,
    )
    return removed
  }

  /** It takes no space of the disk. */
  async free(): Promise<boolean> {
    return false
  }

  /** An upload in parts is several objects. */
  async *#keysOf(prefix: string, name: string): AsyncGenerator<string> {
    if (uploadOf(name) === undefined) yield `${prefix}${name}`
    else for await (const { key } of this.#bucket.list(`${prefix}${name}/`)) yield key
  }

  async #isEmpty(): Promise<boolean> {
    for await (const _ of this.#bucket.list(PREFIX)) return false
    return true
  }
}
