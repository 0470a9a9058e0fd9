import { tooManyRequests } from '#server/infrastructure/errors.ts'
import { RETRY_SECONDS } from '#server/infrastructure/work-order.ts'

/** Concurrent requests of one caller. */
const AT_ONCE = 4
/** Queue length per caller: a page of the panel requests 300 thumbnails at once over HTTP/2. */
const WAITING_MAX = 500

interface CallerRequests {
  running: number
  /** In order of arrival. */
  waiting: (() => void)[]
}

/**
 * Limits the concurrent requests of one caller, so that a flood delays others by a few requests only. A caller is a user, or the network of
 * a request without a session.
 */
export class RequestSlots {
  readonly #callers = new Map<string, CallerRequests>()

  /** The number of queued requests. */
  get waiting(): number {
    return [...this.#callers.values()].reduce((sum, { waiting }) => sum + waiting.length, 0)
  }

  /**
   * Begins a request.
   *
   * @returns undefined if it has its slot; otherwise a promise of it
   * @throws ApiError `too_many_requests` if the caller's queue is full
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

  /** Ends a request that has its slot, which passes to the caller's next one. */
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
export class RequestSlot {
  readonly #slots: RequestSlots
  readonly #caller: string
  #isTaken = false

  constructor(slots: RequestSlots, caller: string) {
    this.#slots = slots
    this.#caller = caller
  }

  /** @returns undefined if the request has its slot, otherwise a promise of it @throws ApiError `too_many_requests` */
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
