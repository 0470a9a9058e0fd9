import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Logger } from 'pino'
import { forEachAtOnce } from './at-once.ts'
import type { Bucket } from './bucket.ts'
import type { Incoming } from './incoming.ts'
import { type PartialFiles, partialName } from './partial-files.ts'

const PREFIX = partialName('')

/** The bytes that one request has sent. */
interface Part {
  key: string
  /** The position of its first byte in the file. */
  start: number
  /** The position after its last byte. */
  end: number
}

/**
 * Each part is an object of its own, `partial/ID/START-RANDOM`, so that no process overwrites what another one has written. Two parts may
 * have the same bytes: a client that does not know what has arrived sends them again.
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
    return (await this.#partsOf(id)).at(-1)?.end ?? 0
  }

  /** Writes the chunks to the local disk first, because the bucket wants to know their number. */
  async write(
    id: string,
    start: number,
    chunks: AsyncIterable<Buffer>,
  ): Promise<{ end: number; failure?: unknown }> {
    await using intake = await this.#incoming.openIntake()
    const path = intake.newPath()
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
    if (end > start) await this.#bucket.put(`${PREFIX}${id}/${start}-${randomBytes(6).toString('hex')}`, path)
    return { end, ...(failure !== undefined && { failure }) }
  }

  async copyTo(id: string, path: string): Promise<void> {
    const bucket = this.#bucket
    const parts = await this.#partsOf(id)
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
      this.#log.warn({ err: error }, 'could not remove parts of uploads; the upkeep removes them')
      return false
    }
  }

  async list(): Promise<string[]> {
    const ids: string[] = []
    for await (const id of this.#bucket.namesBelow(PREFIX)) ids.push(id)
    return ids
  }

  /** The parts that have the file from its beginning to the first gap, in order. Of several at a position, the longest is chosen. */
  async #partsOf(id: string): Promise<Part[]> {
    const prefix = `${PREFIX}${id}/`
    const found: Part[] = []
    for await (const { key, size } of this.#bucket.list(prefix)) {
      const start = Number.parseInt(key.slice(prefix.length), 10)
      found.push({ key, start, end: start + size })
    }
    const chosen: Part[] = []
    for (;;) {
      const at = chosen.at(-1)?.end ?? 0
      const [next] = found
        .filter(({ start, end }) => start <= at && end > at)
        .sort((one, other) => other.end - one.end)
      if (!next) return chosen
      chosen.push(next)
    }
  }
}
