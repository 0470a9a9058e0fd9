import type { IncomingMessage } from 'node:http'
import { MIB } from '#domain/limits.ts'

/** The longest time for one body, and the longest pause in it, in milliseconds: those of nginx. */
const TIME_MAX_MS = 30_000
const PAUSE_MAX_MS = 5000
/** The most bytes of one body. Some browsers read an answer only when they have sent all of a file (`FILE_SIZE_MAX`). */
const BYTES_MAX = 256 * MIB
/** The most bodies at the same time. For a further one, the oldest one ends. */
const BODIES_MAX = 64

/** Reads and discards the bodies of requests that have their answer already. Bounds keep it from holding connections. */
export class UnreadBodies {
  /** Ends each of them, the oldest first. */
  readonly #ends = new Set<() => void>()

  /** Resolves when the body has ended, when its client has gone, or at a bound. */
  discard(incoming: IncomingMessage): Promise<void> {
    if (incoming.destroyed || incoming.readableEnded) return Promise.resolve()
    if (this.#ends.size >= BODIES_MAX) this.#endOldest()
    return new Promise((resolve) => {
      let bytes = 0
      const end = () => {
        clearTimeout(timeLimit)
        clearTimeout(pauseLimit)
        incoming.off('data', count).pause()
        this.#ends.delete(end)
        resolve()
      }
      const timeLimit = setTimeout(end, TIME_MAX_MS)
      const pauseLimit = setTimeout(end, PAUSE_MAX_MS)
      const count = (chunk: Buffer) => {
        bytes += chunk.length
        pauseLimit.refresh()
        if (bytes > BYTES_MAX) end()
      }
      this.#ends.add(end)
      // Whoever began to read the body has stopped, but may still slow it down.
      incoming.removeAllListeners('readable').removeAllListeners('data')
      incoming.on('data', count).once('close', end).once('end', end).once('error', end)
      incoming.resume()
    })
  }

  #endOldest(): void {
    const [end] = this.#ends
    end?.()
  }
}
