import type { Slot } from '#server/core/env.ts'
import { tooManyRequests } from '#server/infrastructure/errors.ts'
import { RETRY_SECONDS } from '#server/infrastructure/work-order.ts'

declare module '#server/core/env.ts' {
  interface Services {
    requestSlots: RequestSlots
  }
}

/** How many requests of one caller the server works on at once. */
const AT_ONCE = 4
/** How many more of them wait: a page of the panel asks for 300 thumbnails at once over HTTP/2. */
const WAITING_MAX = 500

interface CallerRequests {
  running: number
  /** In the order of their arrival. */
  waiting: (() => void)[]
}

/**
 * Limits how many requests of one caller the server works on at once, so that a caller with thousands of requests delays others only by a few of
 * them. A caller is a user, or the network of a request without a session.
 */
export class RequestSlots {
  readonly #callers = new Map<string, CallerRequests>()

  /** How many requests wait for a slot. */
  get waiting(): number {
    return [...this.#callers.values()].reduce((sum, { waiting }) => sum + waiting.length, 0)
  }

  /**
   * Begins a request.
   *
   * @returns undefined if it has its slot; otherwise a promise that resolves when it has
   * @throws ApiError `too_many_requests` if as many of its caller wait as are allowed
   */
  take(caller: string): Promise<void> | undefined {
    const own = this.#callers.get(caller)
    if (!own) {
      this.#callers.set(caller, { running: 1, waiting: [] })
      return undefined
    }
    if (own.running < AT_ONCE) {
      own.running += 1
      return undefined
    }
    if (own.waiting.length >= WAITING_MAX) throw tooManyRequests(RETRY_SECONDS, 'wait_work')
    return new Promise((resolve) => {
      own.waiting.push(resolve)
    })
  }

  /** Ends a request that has its slot. The one of its caller that waits longest gets it. */
  release(caller: string): void {
    const own = this.#callers.get(caller) as CallerRequests
    const next = own.waiting.shift()
    if (next) {
      next()
      return
    }
    own.running -= 1
    if (own.running === 0) this.#callers.delete(caller)
  }
}

/** The slot of one request. */
export class RequestSlot implements Slot {
  readonly #slots: RequestSlots
  readonly #caller: string
  #isTaken = false

  constructor(slots: RequestSlots, caller: string) {
    this.#slots = slots
    this.#caller = caller
  }

  take(): Promise<void> | undefined {
    const waiting = this.#slots.take(this.#caller)
    if (!waiting) {
      this.#isTaken = true
      return undefined
    }
    return waiting.then(() => {
      this.#isTaken = true
    })
  }

  release(): void {
    if (!this.#isTaken) return
    this.#isTaken = false
    this.#slots.release(this.#caller)
  }
}
