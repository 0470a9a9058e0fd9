import { RoundRobin } from '#server/infrastructure/fair-queue.ts'
import type { Asker } from '#server/infrastructure/work-order.ts'

declare module '#server/core/env.ts' {
  interface Services {
    requestTurns: RequestTurns
  }
}

/** How long the requests of one company may begin in a turn of the event loop, in milliseconds. The first one always begins. */
const COMPANY_MS = 1

/**
 * Lets requests begin in turns: in each turn of the event loop those of one company begin for a millisecond, which is time for a dozen answers from
 * memory or for one request that works. Within a company its users take turns. So a user with hundreds of requests delays those of other companies
 * by a millisecond and one of them, not by all that have arrived.
 *
 * A request that has begun holds nothing: it may wait for anything, such as a body, a worker or another request, and no other one waits for
 * its end.
 */
export class RequestTurns {
  readonly #now: () => number
  /** When the first request of each company has begun in this turn of the event loop. */
  readonly #begun = new Map<number, number>()
  /** For each of these, one `#beginNext` is planned. */
  readonly #waiting = new RoundRobin<() => void>()

  /** @param now a clock, in milliseconds */
  constructor(now = () => performance.now()) {
    this.#now = now
  }

  /** Resolves when a request of the user may begin; undefined if it may begin at once. */
  begin(asker: Asker): Promise<void> | undefined {
    if (this.#hasTime(asker) && !this.#waiting.hasCompanyOf(asker)) {
      this.#markBegun(asker)
      return undefined
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.add(asker, resolve)
    setImmediate(() => this.#beginNext())
    return promise
  }

  #hasTime({ company_id }: Asker): boolean {
    const begin = this.#begun.get(company_id)
    return begin === undefined || this.#now() - begin < COMPANY_MS
  }

  #markBegun({ company_id }: Asker): void {
    if (this.#begun.has(company_id)) return
    if (this.#begun.size === 0) setImmediate(() => this.#begun.clear())
    this.#begun.set(company_id, this.#now())
  }

  /** Begins one request. What it does before it waits runs before the next call of this function, so the time of the company is known then. */
  #beginNext(): void {
    const next = this.#waiting.take((asker) => this.#hasTime(asker))
    if (!next) {
      setImmediate(() => this.#beginNext())
      return
    }
    this.#markBegun(next.asker)
    next.item()
  }
}
