import { awaitedLater } from './awaited-later.ts'
import { withinOwnTime } from './own-time.ts'

/** How often the watch looks at the work that has no result yet, in milliseconds. */
const LOOK_EVERY_MS = 250
/** After so many looks without progress, the watch asks whether the service is there. */
const SUSPICIOUS_LOOKS = 2
/** After an answer, the watch asks again at the earliest after so many looks, because the work may take long. */
const PATIENT_LOOKS = 4
/** How long the service may take to answer the question, in milliseconds. */
const PROBE_MS = 1500
/** How long new work waits for a service that was away, in milliseconds. */
const RETURN_MS = 800
/** A question to a service that was away counts for all work that comes so soon after it, in milliseconds: what was asked before its return may be lost. */
const FRESH_MS = 100

/** Work that waits for the service. */
interface Pending {
  looks: number
  /** True if the service did not know of the work at the last question. */
  wasUnknown: boolean
  subject: unknown
  progress: number
  progressNow: () => number
  giveUp(error: Error): void
}

interface Waiting {
  /** A number that grows while the work goes on, such as the bytes that were sent. */
  progressNow?: () => number
  /** What the probe knows the work by. Without it, the service is not asked whether it knows of the work. */
  subject?: unknown
  /** True for work that need not be done now: while the service is away, it fails at once. */
  isImpatient?: boolean
}

/**
 * Asks the service something short.
 *
 * @param subjects of the work without progress
 * @returns those subjects that the service does not know of, as if it had never got the work
 */
export type Probe = (signal: AbortSignal, subjects: readonly unknown[]) => Promise<readonly unknown[]>

/**
 * Tells a service that is busy from one that is away: stopped, cut off or standing still. Work may take as long as its own limits allow, but
 * if nothing happens for half a second, the watch asks the service something short. Without an answer, all work fails at once, and so
 * does new work, until the service answers again. The watch does nothing while nobody waits for the service.
 *
 * @see docs/decisions/server/outages.md
 */
export class OutageWatch {
  readonly #probe: Probe
  readonly #errorOf: (cause: unknown) => Error
  /** How many times longer than usual the service may take. */
  readonly timeFactor: number
  readonly #pending = new Set<Pending>()
  #timer: NodeJS.Timeout | undefined
  #asking: { since: number; answer: Promise<void> } | undefined
  #answeredAt = Number.NEGATIVE_INFINITY
  #outage: Error | undefined

  /**
   * @param errorOf makes the error of all work while the service is away
   * @param timeFactor that of the configuration
   */
  constructor(probe: Probe, errorOf: (cause: unknown) => Error, timeFactor: number) {
    this.#probe = probe
    this.#errorOf = errorOf
    this.timeFactor = timeFactor
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
    const giveUp = (error: Error) => {
      outage.reject(error)
      gone.abort(error)
    }
    const end = this.watch(giveUp, { progressNow })
    const working = awaitedLater(work(gone.signal))
    return Promise.race([working, outage.promise]).finally(end)
  }

  /** Like `during`, for work that has begun. @returns the function to call at its end */
  watch(giveUp: (error: Error) => void, { progressNow = () => 0, subject }: Waiting = {}): () => void {
    const progress = progressNow()
    const pending: Pending = { looks: 0, wasUnknown: false, subject, progress, progressNow, giveUp }
    this.#pending.add(pending)
    this.#timer ??= setInterval(() => this.#look(), LOOK_EVERY_MS).unref()
    return () => this.#pending.delete(pending)
  }

  /** Asks the service now. @throws the error of `errorOf` if it does not answer in `ms` milliseconds */
  async ask(ms = PROBE_MS * this.timeFactor): Promise<void> {
    await withinOwnTime(ms, this.#askTogether(), () => {
      throw this.#errorOf(notAnswered(ms))
    })
  }

  async #expectReturn(): Promise<void> {
    await withinOwnTime(RETURN_MS * this.timeFactor, awaitedLater(this.#askTogether()), () => {
      if (this.#outage) throw this.#outage
    })
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
      const stands = progress === pending.progress
      pending.looks = stands ? pending.looks + 1 : 0
      pending.wasUnknown &&= stands
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
    const stuck = [...this.#pending].filter(({ looks, subject }) => looks >= SUSPICIOUS_LOOKS && subject)
    const ms = PROBE_MS * this.timeFactor
    const subjects = stuck.map(({ subject }) => subject)
    try {
      const unknown = await withinOwnTime(ms, awaitedLater(this.#probe(gone.signal, subjects)), () => {
        throw notAnswered(ms)
      })
      this.#outage = undefined
      this.#endUnknown(stuck, new Set(unknown))
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
      gone.abort()
    }
  }

  /** The first time, the answer to the work may just be on its way. */
  #endUnknown(stuck: readonly Pending[], unknown: ReadonlySet<unknown>): void {
    for (const pending of stuck) {
      const isUnknown = unknown.has(pending.subject)
      if (isUnknown && pending.wasUnknown && this.#pending.delete(pending)) {
        pending.giveUp(this.#errorOf(new Error('it has never got this')))
      }
      pending.wasUnknown = isUnknown
    }
  }
}

function notAnswered(ms: number): Error {
  return new Error(`it has not answered in ${ms} ms`)
}
