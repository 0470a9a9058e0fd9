import { awaitedLater } from './awaited-later.ts'
import { withinOwnTime } from './own-time.ts'

/** After so long without a result, in milliseconds, the service is asked whether it is there; then again after each such time. */
const PATIENCE_MS = 1000
/** How long the service may take to answer this question, in milliseconds. */
const ANSWER_MS = 1200
/** An answer counts for all work that waits so soon after it, in milliseconds. */
const FRESH_MS = 100

/**
 * Tells a service that is busy from one that is away: stopped, cut off or standing still. Work may take as long as its own limits allow. After
 * each second of it, the service is asked something short, once for all work; if it does not answer, the work fails.
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
   * @param question asks the service something short; rejects if the service is away
   * @param errorOf makes the error of the work
   * @param timeFactor that of the configuration
   */
  constructor(question: () => Promise<unknown>, errorOf: (cause: unknown) => Error, timeFactor: number) {
    this.#question = question
    this.#errorOf = errorOf
    this.#answerMs = ANSWER_MS * timeFactor
  }

  /** True if the service did not answer the last question. */
  get isAway(): boolean {
    return this.#isAway
  }

  /**
   * Does work that waits for the service.
   *
   * @param work gets a signal that is aborted when the service is away. It may end later, so it cleans up itself.
   * @throws the error of `errorOf` if the service is away; every error of `work`
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

  /** Asks once for everybody who wants to know. */
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
