import PQueue, { type Queue, type QueueAddOptions, type RunFunction } from 'p-queue'
import { refuseIfGone, tooManyRequests } from '#server/infrastructure/errors.ts'
import { type Asker, RETRY_SECONDS, SERVER_ITSELF, type WorkOrder } from './work-order.ts'

interface TurnOptions extends QueueAddOptions {
  asker: Asker
}

/**
 * Waiting work, in the order of its turns: companies take turns, and within a company its users. No step looks at more than the work that
 * it adds or takes out.
 *
 * @see https://github.com/sindresorhus/p-queue#custom-queueclass
 */
export class Turns implements Queue<RunFunction, TurnOptions> {
  size = 0
  /** By company, by user, by id. The first company has the next turn, and in it the first user. */
  readonly #companies = new Map<number, Map<number, Map<string, RunFunction>>>()
  readonly #askers = new Map<string, Asker>()

  /** A company or a user of whom nothing waits yet has the last turn. */
  enqueue(run: RunFunction, { asker = SERVER_ITSELF, id = '' }: Partial<TurnOptions> = {}): void {
    const users = this.#companies.get(asker.company_id) ?? new Map<number, Map<string, RunFunction>>()
    const items = users.get(asker.id) ?? new Map<string, RunFunction>()
    this.#companies.set(asker.company_id, users.set(asker.id, items.set(id, run)))
    this.#askers.set(id, asker)
    this.size += 1
  }

  /** Takes out what waits longest of the user who has the next turn. Then the user and the company have the last turn. */
  dequeue(): RunFunction | undefined {
    for (const [company, users] of this.#companies) {
      for (const [user, items] of users) {
        for (const [id, run] of items) {
          this.remove(id)
          if (users.delete(user)) users.set(user, items)
          if (this.#companies.delete(company)) this.#companies.set(company, users)
          return run
        }
      }
    }
    return undefined
  }

  remove(id: string): void {
    const asker = this.#askers.get(id)
    const users = asker && this.#companies.get(asker.company_id)
    const items = users?.get(asker?.id ?? 0)
    if (!(asker && users && items?.delete(id))) return
    this.#askers.delete(id)
    this.size -= 1
    if (items.size === 0) users.delete(asker.id)
    if (users.size === 0) this.#companies.delete(asker.company_id)
  }

  /** What waits of one user. */
  filter({ asker = SERVER_ITSELF }: Partial<TurnOptions>): RunFunction[] {
    return [...(this.#companies.get(asker.company_id)?.get(asker.id)?.values() ?? [])]
  }

  /** Nothing but the turns decides. */
  setPriority(): void {}
}

/** Runs a few pieces of work at once. The others wait for the turn of their user, of whom only so much may wait. */
export class TurnQueue {
  readonly #queue: PQueue<Turns, TurnOptions>
  readonly #waitingMax: number

  /** @param waitingMax the most work of one user that waits */
  constructor(concurrency: number, waitingMax: number) {
    this.#queue = new PQueue<Turns, TurnOptions>({ concurrency, queueClass: Turns })
    this.#waitingMax = waitingMax
  }

  /** How much work waits. */
  get waiting(): number {
    return this.#queue.size
  }

  /** True if no work runs or waits. */
  get isIdle(): boolean {
    return this.#queue.pending === 0 && this.#queue.size === 0
  }

  /** @throws ApiError `too_many_requests` if the user has as much work waiting as is allowed */
  refuseIfFull(asker: Asker): void {
    if (this.#queue.sizeBy({ asker }) >= this.#waitingMax) throw tooManyRequests(RETRY_SECONDS, 'wait_work')
  }

  /**
   * Runs `work` when it is the turn of its asker. If the signal aborts before, the work leaves the queue; work that runs has to look at the
   * signal itself, so that its place is free when it has really ended.
   *
   * @throws ApiError `too_many_requests`; `validation_failed`, which nobody receives, after the signal; every error of `work`
   */
  async run<T>({ asker, signal }: Pick<WorkOrder, 'asker' | 'signal'>, work: () => Promise<T>): Promise<T> {
    refuseIfGone(signal)
    this.refuseIfFull(asker)
    const waiting = new AbortController()
    const leave = () => waiting.abort()
    signal?.addEventListener('abort', leave)
    const begin = () => {
      signal?.removeEventListener('abort', leave)
      return work()
    }
    try {
      return await this.#queue.add(begin, { asker, signal: waiting.signal })
    } catch (error) {
      refuseIfGone(signal)
      throw error
    } finally {
      signal?.removeEventListener('abort', leave)
    }
  }

  /** Begins nothing more until `resume`. */
  pause(): void {
    this.#queue.pause()
  }

  resume(): void {
    this.#queue.start()
  }

  /** Resolves when no work runs. */
  untilNothingRuns(): Promise<void> {
    return this.#queue.onPendingZero()
  }
}
