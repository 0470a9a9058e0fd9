import type { Counter } from 'prom-client'
import type { Metrics } from '#server/infrastructure/metrics/metrics.ts'
import type { CachedAnswer } from './cached-answer.ts'

declare module '#server/core/env.ts' {
  interface Services {
    responseCache: ResponseCache
  }
}

/** What an answer takes in memory besides its body and its key, in bytes. */
const OVERHEAD = 1024

/**
 * Answers of lists in memory. All of them belong to one revision of the database: the first request after a commit removes all. If
 * they need too much memory, the least recently used ones are removed.
 */
export class ResponseCache {
  readonly #bytesMax: number
  readonly #counter: Counter<'result'>
  /** The answer that was used last is the last one. */
  readonly #answers = new Map<string, CachedAnswer>()
  readonly #beingMade = new Map<string, Promise<CachedAnswer | undefined>>()
  #revision: number | undefined
  #bytes = 0

  constructor(bytesMax: number, metrics: Metrics) {
    this.#bytesMax = bytesMax
    this.#counter = metrics.addCounter(
      'kanat_remembered_answers_total',
      'Requests of lists by result: `hit` for an answer in memory, `miss` for an answer that was made.',
      ['result'],
    )
    for (const result of ['hit', 'miss']) this.#counter.inc({ result }, 0)
    metrics.addCollectedGauge(
      'kanat_remembered_answers_bytes',
      'Bytes of lists in memory.',
      () => this.#bytes,
    )
  }

  /** @param revision of the database, read after the request has come */
  find(key: string, revision: number): CachedAnswer | undefined {
    this.#moveTo(revision)
    const answer = this.#answers.get(key)
    if (!answer) return undefined
    this.#answers.delete(key)
    this.#answers.set(key, answer)
    this.#counter.inc(HIT)
    return answer
  }

  /**
   * Makes an answer and remembers it. If the same answer is being made for another request, it waits for that one.
   *
   * @param revision of the database, read before `make` reads anything
   * @param make returns undefined if the request has failed; then nothing is remembered
   * @param isKept false if it is not remembered afterwards
   * @returns undefined if this request or the one that it waited for has failed
   */
  make(
    key: string,
    revision: number,
    make: () => Promise<CachedAnswer | undefined>,
    isKept = true,
  ): Promise<CachedAnswer | undefined> {
    this.#moveTo(revision)
    const begun = this.#beingMade.get(key)
    if (begun) {
      this.#counter.inc(HIT)
      return begun
    }
    this.#counter.inc(MISS)
    const making = this.#make(key, revision, make, isKept).finally(() => {
      if (this.#beingMade.get(key) === making) this.#beingMade.delete(key)
    })
    this.#beingMade.set(key, making)
    return making
  }

  async #make(key: string, revision: number, make: () => Promise<CachedAnswer | undefined>, isKept: boolean) {
    const answer = await make()
    if (answer && isKept && this.#revision === revision) this.#add(key, answer)
    return answer
  }

  #add(key: string, answer: CachedAnswer): void {
    const bytes = sizeOf(key, answer)
    if (bytes > this.#bytesMax) return
    this.#answers.set(key, answer)
    this.#bytes += bytes
    for (const [oldest, removed] of this.#answers) {
      if (this.#bytes <= this.#bytesMax) break
      this.#answers.delete(oldest)
      this.#bytes -= sizeOf(oldest, removed)
    }
  }

  #moveTo(revision: number): void {
    if (this.#revision === revision) return
    this.#revision = revision
    this.#answers.clear()
    // Requests that came before the commit still wait for these answers; later ones do not.
    this.#beingMade.clear()
    this.#bytes = 0
  }
}

const HIT = { result: 'hit' } as const
const MISS = { result: 'miss' } as const

function sizeOf(key: string, { body }: CachedAnswer): number {
  return 2 * key.length + body.length + OVERHEAD
}
