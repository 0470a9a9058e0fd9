import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Logger } from 'pino'
import { MIB } from '#domain/limits.ts'
import { forEachAtOnce } from '#server/infrastructure/store/at-once.ts'
import type { Incoming, IncomingFolder } from '#server/infrastructure/store/incoming.ts'
import { type PartialFiles, partialName } from '#server/infrastructure/store/partial-files.ts'
import type { Bucket } from './bucket.ts'

const PREFIX = partialName('')

/** Parts with fewer bytes are joined. The panel sends larger ones, which are never copied. */
const SMALL_PART_BYTES = MIB
/** Joining begins when it makes so many objects fewer. Then each small part is copied a few times at most. */
const JOINED_FROM = 64

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
 *
 * Small parts that follow each other are joined from time to time. So every call lists few objects, also after thousands of tiny parts.
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

  /** Writes the chunks to the local disk first, because the bucket wants to know their number. */
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
    if (end > start) await this.#put(id, start, path)
    if (end - start < SMALL_PART_BYTES) await this.#joinSmallParts(id, incomingFolder)
    return { end, ...(failure !== undefined && { failure }) }
  }

  async copyTo(id: string, path: string): Promise<void> {
    await this.#copyParts(fromBeginning(await this.#list(id)), path)
  }

  async remove(ids: Iterable<string>): Promise<boolean> {
    try {
      for (const id of ids) {
        await forEachAtOnce(this.#bucket.list(`${PREFIX}${id}/`), ({ key }) => this.#bucket.remove(key))
      }
      return true
    } catch (error) {
      this.#log.warn({ err: error }, 'could not remove parts of uploads; the maintenance removes them')
      return false
    }
  }

  async list(): Promise<string[]> {
    const ids: string[] = []
    for await (const id of this.#bucket.namesBelow(PREFIX)) ids.push(id)
    return ids
  }

  #put(id: string, start: number, path: string): Promise<void> {
    return this.#bucket.put(`${PREFIX}${id}/${start}-${randomBytes(6).toString('hex')}`, path)
  }

  /** All parts, by their beginnings. */
  async #list(id: string): Promise<Part[]> {
    const prefix = `${PREFIX}${id}/`
    const parts: Part[] = []
    for await (const { key, size } of this.#bucket.list(prefix)) {
      const start = Number.parseInt(key.slice(prefix.length), 10)
      parts.push({ key, start, end: start + size })
    }
    return parts.sort((one, other) => one.start - other.start)
  }

  /** Copies parts of `fromBeginning` that follow each other. */
  async #copyParts(parts: Part[], path: string): Promise<void> {
    const bucket = this.#bucket
    await pipeline(
      async function* () {
        let at = parts[0]?.start ?? 0
        for (const { key, start, end } of parts) {
          yield* bucket.read(key, { start: at - start, end: end - start - 1 })
          at = end
        }
      },
      createWriteStream(path, { flags: 'wx', mode: 0o640, flush: true }),
    )
  }

  /** The bytes are stored already, so a failure is no error of the upload. The next small part tries it again. */
  async #joinSmallParts(id: string, incomingFolder: IncomingFolder): Promise<void> {
    try {
      const parts = await this.#list(id)
      const needed = fromBeginning(parts)
      const end = needed.at(-1)?.end ?? 0
      const isNeeded = new Set(needed)
      const repeated = parts.filter((part) => part.end <= end && !isNeeded.has(part))
      const runs = smallRuns(needed)
      if (repeated.length + runs.flat().length - runs.length < JOINED_FROM) return
      for (const run of runs) await this.#join(id, run, incomingFolder)
      await this.#removeParts(repeated)
    } catch (error) {
      this.#log.warn({ err: error, upload: id }, 'could not join the small parts of an upload')
    }
  }

  async #join(id: string, run: Part[], incomingFolder: IncomingFolder): Promise<void> {
    const path = incomingFolder.newPath()
    await this.#copyParts(run, path)
    await this.#put(id, run[0]?.start ?? 0, path)
    await this.#removeParts(run)
    await rm(path)
  }

  #removeParts(parts: Iterable<Part>): Promise<void> {
    return forEachAtOnce(parts, ({ key }) => this.#bucket.remove(key))
  }
}

/**
 * The parts that have the file from its beginning to the first gap, in order. Of several at a position, the longest is chosen.
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

/** The small parts that follow each other, in groups of two or more. */
function smallRuns(parts: readonly Part[]): Part[][] {
  const runs: Part[][] = [[]]
  for (const part of parts) {
    if (part.end - part.start >= SMALL_PART_BYTES) runs.push([])
    else runs.at(-1)?.push(part)
  }
  return runs.filter((run) => run.length > 1)
}
