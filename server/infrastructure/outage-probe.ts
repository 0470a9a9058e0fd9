import { awaitedLater } from './awaited-later.ts'
import { withinOwnTime } from './own-time.ts'

/** Interval of probes while work waits without a result, in milliseconds. */
const PATIENCE_MS = 1000
/** Timeout of a probe, in milliseconds. */
const ANSWER_MS = 1200
/** How long a probe's answer counts for all waiting work, in milliseconds. */
const FRESH_MS = 100

/**
 * Tells a busy service from one that is stopped, cut off or stalled. Work may take as long as its own limits allow. Each second of it, one
 * short probe for all work checks the service; without an answer, the work fails.
 *
 * @see docs/decisions/server/outages.md
 */
export class OutageProbe {
  readonly #question: () => Promise<unknown>
  readonly #errorOf: (cause: unknown) => Error
  readonly #answerMs: number
  #asking: Promise<void> | undefined
  #isAway = false

  /**
   * @param question a short probe; rejects during an outage
   * @param errorOf makes the error of the work
   * @param timeFactor that of the configuration
   */
  constructor(question: () => Promise<unknown>, errorOf: (cause: unknown) => Error, timeFactor: number) {
    this.#question = question
    this.#errorOf = errorOf
    this.#answerMs = ANSWER_MS * timeFactor
  }

  /** True if the last probe failed. */
  get isAway(): boolean {
    return this.#isAway
  }

  /**
   * Runs work that waits for the service.
   *
   * @param work gets a signal that aborts on an outage. It may end later, so it cleans up itself.
   * @throws the error of `errorOf` during an outage; every error of `work`
   */
  async during<Result>(work: (away: AbortSignal) => Promise<Result>): Promise<Result> {
    const abort = new AbortController()
    const outage = Promise.withResolvers<never>()
    const end = this.watch((error) => {
      outage.reject(error)
      abort.abort(error)
    })
    return Promise.race([awaitedLater(work(abort.signal)), outage.promise]).finally(end)
  }

  /** Like `during`, for work that has begun. @returns the function to call at its end */
  watch(giveUp: (error: Error) => void): () => void {
    let isOver = false
    let timer: NodeJS.Timeout
    const ask = async () => {
      try {
        await this.#askTogether()
        if (!isOver) wait()
      } catch (error) {
        if (!isOver) giveUp(error as Error)
      }
    }
    const wait = () => {
      timer = setTimeout(ask, PATIENCE_MS).unref()
    }
    wait()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }

  /** One probe for all callers. */
  #askTogether(): Promise<void> {
    const forget = () => {
      this.#asking = undefined
    }
    this.#asking ??= awaitedLater(this.#ask().finally(() => setTimeout(forget, FRESH_MS).unref()))
    return this.#asking
  }

  async #ask(): Promise<void> {
    const ms = this.#answerMs
    try {
      await withinOwnTime(ms, awaitedLater(this.#question()), () => {
        throw new Error(`no answer in ${ms} ms`)
      })
      this.#isAway = false
    } catch (cause) {
      this.#isAway = true
      throw this.#errorOf(cause)
    }
  }
}
