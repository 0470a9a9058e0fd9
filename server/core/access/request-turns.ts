import { type Asker, RoundRobin } from '#server/infrastructure/fair-queue.ts'

declare module '#server/core/env.ts' {
  interface Services {
    requestTurns: RequestTurns
  }
}

/**
 * Lets requests begin in turns: in each turn of the event loop one of each company, and within a company its users take turns. So a user
 * with hundreds of requests delays those of other companies by one of them, not by all that have arrived.
 *
 * A request that has begun holds nothing: it may wait for anything, such as a body, a worker or another request, and no other one waits for
 * its end.
 */
export class RequestTurns {
  /** The companies of which a request has begun in this turn of the event loop. */
  readonly #begun = new Set<number>()
  readonly #waiting = new RoundRobin<() => void>()

  /** Resolves when a request of the user may begin; undefined if it may begin at once. */
  begin(asker: Asker): Promise<void> | undefined {
    if (!this.#begun.has(asker.company_id)) {
      this.#markBegun(asker)
      return undefined
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.add(asker, resolve)
    return promise
  }

  #markBegun({ company_id }: Asker): void {
    if (this.#begun.size === 0) setImmediate(() => this.#beginNext())
    this.#begun.add(company_id)
  }

  #beginNext(): void {
    this.#begun.clear()
    for (;;) {
      const next = this.#waiting.take(({ company_id }) => !this.#begun.has(company_id))
      if (!next) return
      this.#markBegun(next.asker)
      next.item()
    }
  }
}
