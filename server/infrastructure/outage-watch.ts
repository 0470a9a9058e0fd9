import { awaitedLater } from './awaited-later.ts'
import { limitOwnTime } from './own-time.ts'

/** How often the watch looks at the work that has no result yet, in milliseconds. */
const LOOK_EVERY_MS = 250
/** After so many looks without progress, the watch asks whether the service is there. */
const SUSPICIOUS_LOOKS = 2
/** After an answer, the watch asks again at the earliest after so many looks, because the work may take long. */
const PATIENT_LOOKS = 4
/** How long the service may take to answer the question, in milliseconds. */
export const PROBE_MS = 1500
/** How long new work waits for a service that was away, in milliseconds. */
const RETURN_MS = 800
/** A question to a service that was away counts for all work that comes so soon after it, in milliseconds: what was asked before its return may be lost. */
const FRESH_MS = 100

/** Work that waits for the service. */
interface Pending {
  looks: number
  progress: number
  progressNow: () => number
  giveUp(error: Error): void
}

interface Waiting {
  /** A number that grows while the work goes on, such as the bytes that were sent. */
  progressNow?: () => number
  /** True for work that need not be done now: while the service is away, it fails at once. */
  isImpatient?: boolean
}

/**
 * Tells a service that is busy from one that is away: stopped, cut off or standing still. Work may take as long as its own limits allow, but
 * if nothing happens for half a second, the watch asks the service something short. Without an answer, all work fails at once, and so
 * does new work, until the service answers again. The watch does nothing while nobody waits for the service.
 *
 * @see docs/decisions/server/outages.md
 */
export class OutageWatch {
  readonly #probe: (signal: AbortSignal) => Promise<void>
  readonly #errorOf: (cause: unknown) => Error
  readonly #pending = new Set<Pending>()
  #timer: NodeJS.Timeout | undefined
  #asking: { since: number; answer: Promise<void> } | undefined
  #answeredAt = Number.NEGATIVE_INFINITY
  #outage: Error | undefined

  /**
   * @param probe asks the service something short
   * @param errorOf makes the error of all work while the service is away
   */
  constructor(probe: (signal: AbortSignal) => Promise<void>, errorOf: (cause: unknown) => Error) {
    this.#probe = probe
    this.#errorOf = errorOf
  }

  /**
   * Does work that waits for the service.
   *
   * @param work gets a signal that is aborted when the service is away. It may end later, so it cleans up itself.
   * @throws the error of `errorOf` if the service is away; every error of `work`
   */
  async during<Result>(
    work: (signal: AbortSignal) => Promise<Result>,
    { progressNow = () => 0, isImpatient = false }: Waiting = {},
  ): Promise<Result> {
    if (this.#outage && isImpatient) throw this.#outage
    if (this.#outage) await this.#expectReturn()
    const gone = new AbortController()
    const outage = Promise.withResolvers<never>()
    const end = this.watch((error) => {
      outage.reject(error)
      gone.abort(error)
    }, progressNow)
    const working = awaitedLater(work(gone.signal))
    return Promise.race([working, outage.promise]).finally(end)
  }

  /** Like `during`, for work that has begun. @returns the function to call at its end */
  watch(giveUp: (error: Error) => void, progressNow: () => number = () => 0): () => void {
    const pending: Pending = { looks: 0, progress: progressNow(), progressNow, giveUp }
    this.#pending.add(pending)
    this.#timer ??= setInterval(() => this.#look(), LOOK_EVERY_MS).unref()
    return () => this.#pending.delete(pending)
  }

  /** Asks the service now. @throws the error of `errorOf` if it does not answer in `ms` milliseconds */
  async ask(ms = PROBE_MS): Promise<void> {
    const limit = limitOwnTime(ms)
    const late = limit.reached.then(() => {
      throw this.#errorOf(new Error(`it has not answered in ${ms} ms`))
    })
    await Promise.race([this.#askTogether(), late]).finally(limit.end)
  }

  async #expectReturn(): Promise<void> {
    const asking = awaitedLater(this.#askTogether())
    const limit = limitOwnTime(RETURN_MS)
    const late = limit.reached.then(() => {
      if (this.#outage) throw this.#outage
    })
    await Promise.race([asking, late]).finally(limit.end)
  }

  #look(): void {
    if (this.#pending.size === 0) {
      clearInterval(this.#timer)
      this.#timer = undefined
      return
    }
    let isSuspicious = false
    for (const pending of this.#pending) {
      const progress = pending.progressNow()
      pending.looks = progress === pending.progress ? pending.looks + 1 : 0
      pending.progress = progress
      if (pending.looks >= SUSPICIOUS_LOOKS) isSuspicious = true
    }
    if (isSuspicious) void awaitedLater(this.#askTogether())
  }

  /** Asks once for everybody who wants to know. */
  #askTogether(): Promise<void> {
    const now = performance.now()
    const isUseful = this.#asking && (!this.#outage || now - this.#asking.since < FRESH_MS)
    if (this.#asking && isUseful) return this.#asking.answer
    const asking = { since: now, answer: awaitedLater(this.#ask(now)) }
    this.#asking = asking
    const end = () => {
      if (this.#asking === asking) this.#asking = undefined
    }
    asking.answer.then(end, end)
    return asking.answer
  }

  async #ask(since: number): Promise<void> {
    const gone = new AbortController()
    const limit = limitOwnTime(PROBE_MS)
    const late = limit.reached.then(() => {
      throw new Error(`it has not answered in ${PROBE_MS} ms`)
    })
    try {
      await Promise.race([awaitedLater(this.#probe(gone.signal)), late])
      this.#outage = undefined
      this.#answeredAt = performance.now()
      for (const pending of this.#pending) pending.looks = -PATIENT_LOOKS
    } catch (cause) {
      // A later question was answered.
      if (this.#answeredAt >= since) return
      const outage = this.#errorOf(cause)
      this.#outage = outage
      const waiting = [...this.#pending]
      this.#pending.clear()
      for (const { giveUp } of waiting) giveUp(outage)
      throw outage
    } finally {
      limit.end()
      gone.abort()
    }
  }
}
