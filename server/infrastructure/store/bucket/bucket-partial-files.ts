import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Logger } from 'pino'
import { forEachAtOnce } from '#server/infrastructure/store/at-once.ts'
import type { Incoming } from '#server/infrastructure/store/incoming.ts'
import { type PartialFiles, partialName } from '#server/infrastructure/store/partial-files.ts'
import type { Bucket } from './bucket.ts'

const PREFIX = partialName('')

/** The bytes of one request. */
interface Part {
  key: string
  /** The position of its first byte in the file. */
  start: number
  /** The position after its last byte. */
  end: number
}

/**
 * Each part is an object of its own, `partial/ID/START-RANDOM`, so that no process overwrites another's. Parts may overlap: a client unsure
 * of what arrived resends it.
 */
export class BucketPartialFiles implements PartialFiles {
  readonly #bucket: Bucket
  readonly #incoming: Incoming
  readonly #log: Logger

  constructor(bucket: Bucket, incoming: Incoming, log: Logger) {
    this.#bucket = bucket
    this.#incoming = incoming
    this.#log = log
  }

  async size(id: string): Promise<number> {
    return fromBeginning(await this.#list(id)).at(-1)?.end ?? 0
  }

  /** Buffers the chunks on the local disk, because the bucket needs their length. */
  async write(
    id: string,
    start: number,
    chunks: AsyncIterable<Buffer>,
  ): Promise<{ end: number; failure?: unknown }> {
    await using incomingFolder = await this.#incoming.openFolder()
    const path = incomingFolder.newPath()
    let end = start
    let failure: unknown
    await pipeline(async function* () {
      try {
        for await (const chunk of chunks) {
          yield chunk
          end += chunk.length
        }
      } catch (error) {
        failure = error
      }
    }, createWriteStream(path))
    const key = `${PREFIX}${id}/${start}-${randomBytes(6).toString('hex')}`
    if (end > start) await this.#bucket.put(key, path)
    return { end, ...(failure !== undefined && { failure }) }
  }

  async copyTo(id: string, path: string): Promise<void> {
    const parts = fromBeginning(await this.#list(id))
    const bucket = this.#bucket
    await pipeline(
      async function* () {
        let at = 0
        for (const { key, start, end } of parts) {
          yield* bucket.read(key, { start: at - start, end: end - start - 1 })
          at = end
        }
      },
      createWriteStream(path, { flags: 'wx', mode: 0o640, flush: true }),
    )
  }

  async remove(ids: Iterable<string>): Promise<boolean> {
    try {
      for (const id of ids) {
        await forEachAtOnce(this.#bucket.list(`${PREFIX}${id}/`), ({ key }) => this.#bucket.remove(key))
      }
      return true
    } catch (error) {
      this.#log.warn({ err: error }, 'could not remove upload parts; maintenance will')
      return false
    }
  }

  async list(): Promise<string[]> {
    const ids: string[] = []
    for await (const id of this.#bucket.namesBelow(PREFIX)) ids.push(id)
    return ids
  }

  /** All parts, by start. */
  async #list(id: string): Promise<Part[]> {
    const prefix = `${PREFIX}${id}/`
    const parts: Part[] = []
    for await (const { key, size } of this.#bucket.list(prefix)) {
      const start = Number.parseInt(key.slice(prefix.length), 10)
      parts.push({ key, start, end: start + size })
    }
    return parts.sort((a, b) => a.start - b.start)
  }
}

/**
 * The parts from the file's beginning to the first gap, in order. Of several at a position, the longest is chosen.
 *
 * @param parts by their beginnings
 */
function fromBeginning(parts: readonly Part[]): Part[] {
  const chosen: Part[] = []
  let at = 0
  let longest: Part | undefined
  for (const part of parts) {
    if (part.start > at && longest) {
      chosen.push(longest)
      at = longest.end
      longest = undefined
    }
    if (part.start > at) break
    if (part.end > (longest?.end ?? at)) longest = part
  }
  return longest ? [...chosen, longest] : chosen
}
