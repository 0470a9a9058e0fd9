import type { IncomingMessage } from 'node:http'
import { MIB } from '#domain/limits.ts'

/** Longest time for one body, and longest pause in it, in milliseconds, as in nginx. */
const TIME_MAX_MS = 30_000
const PAUSE_MAX_MS = 5000
/** Maximum bytes of one body. Some browsers read the answer only after sending all of a file (`FILE_SIZE_MAX`). */
const BYTES_MAX = 256 * MIB
/** Maximum bytes of all bodies at the same time. */
const TOTAL_BYTES_MAX = 2048 * MIB
/** Maximum number of bodies at the same time, in total and by address. */
const BODIES_MAX = 64
const BODIES_PER_ADDRESS_MAX = 8

interface UnreadBody {
  address: string
  /** The bytes read of it. */
  bytes: number
  end: () => void
}

/**
 * Reads and discards the bodies of requests that are already answered, within bounds. At a shared bound, the oldest body of the heaviest
 * address ends, so addresses do not end each other's bodies.
 */
export class UnreadBodies {
  /** Oldest first. */
  readonly #bodies = new Set<UnreadBody>()
  #bytes = 0

  /** Resolves when the body has ended, its client has gone, or at a bound. @param address of the client */
  discard(incoming: IncomingMessage, address: string): Promise<void> {
    if (incoming.destroyed || incoming.readableEnded) return Promise.resolve()
    const own = [...this.#bodies].filter((body) => body.address === address)
    if (own.length >= BODIES_PER_ADDRESS_MAX) own[0]?.end()
    else if (this.#bodies.size >= BODIES_MAX) this.#endOldestOfMost(() => 1)
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timeLimit)
        clearTimeout(pauseLimit)
        incoming.off('data', count).pause()
        if (this.#bodies.delete(body)) this.#bytes -= body.bytes
        resolve()
      }
      const body: UnreadBody = { address, bytes: 0, end }
      const timeLimit = setTimeout(end, TIME_MAX_MS)
      const pauseLimit = setTimeout(end, PAUSE_MAX_MS)
      const count = (chunk: Buffer) => {
        body.bytes += chunk.length
        this.#bytes += chunk.length
        pauseLimit.refresh()
        if (body.bytes > BYTES_MAX) end()
        else if (this.#bytes > TOTAL_BYTES_MAX) this.#endOldestOfMost(({ bytes }) => bytes)
      }
      this.#bodies.add(body)
      // Its former reader has stopped, but may still throttle it.
      incoming.removeAllListeners('readable').removeAllListeners('data')
      incoming.on('data', count).once('close', end).once('end', end).once('error', end)
      incoming.resume()
    })
  }

  /** @param use the fraction of the bound in use */
  #endOldestOfMost(use: (body: UnreadBody) => number): void {
    const uses = new Map<string, number>()
    for (const body of this.#bodies) uses.set(body.address, (uses.get(body.address) ?? 0) + use(body))
    const most = Math.max(...uses.values())
    const oldest = [...this.#bodies].find(({ address }) => uses.get(address) === most)
    oldest?.end()
  }
}
