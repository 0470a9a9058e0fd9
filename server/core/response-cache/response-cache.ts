import type { Counter } from 'prom-client'
import type { Metrics } from '#server/infrastructure/metrics/metrics.ts'
import type { CachedAnswer } from './cached-answer.ts'

/** The memory of an answer besides its body and key, in bytes. */
const OVERHEAD = 1024

interface KeptAnswer {
  answer: CachedAnswer
  /** Of the database, before the answer was made. */
  revision: number
}

interface MadeAnswer {
  made: Promise<CachedAnswer | undefined>
  revision: number
}

/** Whether the caller still sees what was read at a revision. */
type IsCurrent = (revision: number) => boolean

/** An LRU cache of list answers, bounded by memory. */
export class ResponseCache {
  readonly #bytesMax: number
  readonly #counter: Counter<'result'>
  /** The last one is the most recently used. */
  readonly #answers = new Map<string, KeptAnswer>()
  readonly #beingMade = new Map<string, MadeAnswer>()
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

  /** Finds an answer that is still current. */
  find(key: string, isCurrent: IsCurrent): CachedAnswer | undefined {
    const kept = this.#answers.get(key)
    if (!kept) return undefined
    this.#remove(key, kept)
    if (!isCurrent(kept.revision)) return undefined
    this.#add(key, kept)
    this.#counter.inc(HIT)
    return kept.answer
  }

  /**
   * Makes and caches an answer. If another request is making the same, current answer, it waits for that one.
   *
   * @param options the revision of the database, read before `make` reads anything; false for `isKept` if the answer is not cached
   * @param make returns undefined if the request has failed; nothing is cached then
   * @returns undefined if this request or the awaited one has failed
   */
  make(
    key: string,
    { revision, isCurrent, isKept = true }: { revision: number; isCurrent: IsCurrent; isKept?: boolean },
    make: () => Promise<CachedAnswer | undefined>,
  ): Promise<CachedAnswer | undefined> {
    const begun = this.#beingMade.get(key)
    if (begun && isCurrent(begun.revision)) {
      this.#counter.inc(HIT)
      return begun.made
    }
    this.#counter.inc(MISS)
    const made = make()
      .then((answer) => {
        if (answer && isKept) this.#add(key, { answer, revision })
        return answer
      })
      .finally(() => {
        if (this.#beingMade.get(key)?.made === made) this.#beingMade.delete(key)
      })
    this.#beingMade.set(key, { made, revision })
    return made
  }

  #add(key: string, kept: KeptAnswer): void {
    const former = this.#answers.get(key)
    // An answer made before a commit may be ready after a later one.
    if (former && former.revision > kept.revision) return
    if (former) this.#remove(key, former)
    const bytes = sizeOf(key, kept)
    if (bytes > this.#bytesMax) return
    this.#answers.set(key, kept)
    this.#bytes += bytes
    for (const [oldest, removed] of this.#answers) {
      if (this.#bytes <= this.#bytesMax) break
      this.#remove(oldest, removed)
    }
  }

  #remove(key: string, kept: KeptAnswer): void {
    this.#answers.delete(key)
    this.#bytes -= sizeOf(key, kept)
  }
}

const HIT = { result: 'hit' } as const
const MISS = { result: 'miss' } as const

function sizeOf(key: string, { answer: { body } }: KeptAnswer): number {
  return 2 * key.length + body.length + OVERHEAD
}
