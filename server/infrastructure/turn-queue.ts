import PQueue, { type Queue, type QueueAddOptions, type RunFunction } from 'p-queue'
import { refuseIfGone, tooManyRequests } from '#server/infrastructure/errors.ts'
import { RETRY_SECONDS, type Requester, SERVER_ITSELF, type WorkOrder } from './work-order.ts'

interface TurnOptions extends QueueAddOptions {
  requester: Requester
}

/**
 * A fair queue: companies take turns, and within a company its users. Each step is constant in the queue length.
 *
 * @see https://github.com/sindresorhus/p-queue#custom-queueclass
 */
export class Turns implements Queue<RunFunction, TurnOptions> {
  size = 0
  /** By company, user and id. The first company has the next turn, and in it the first user. */
  readonly #companies = new Map<number, Map<number, Map<string, RunFunction>>>()
  readonly #askers = new Map<string, Requester>()

  /** A new company or user gets the last turn. */
  enqueue(run: RunFunction, { requester = SERVER_ITSELF, id = '' }: Partial<TurnOptions> = {}): void {
    const users = this.#companies.get(requester.company_id) ?? new Map<number, Map<string, RunFunction>>()
    const items = users.get(requester.id) ?? new Map<string, RunFunction>()
    this.#companies.set(requester.company_id, users.set(requester.id, items.set(id, run)))
    this.#askers.set(id, requester)
    this.size += 1
  }

  /** Takes the oldest work of the user whose turn is next. The user and the company then get the last turn. */
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
    const requester = this.#askers.get(id)
    const users = requester && this.#companies.get(requester.company_id)
    const items = users?.get(requester?.id ?? 0)
    if (!(requester && users && items?.delete(id))) return
    this.#askers.delete(id)
    this.size -= 1
    if (items.size === 0) users.delete(requester.id)
    if (users.size === 0) this.#companies.delete(requester.company_id)
  }

  /** The queued work of one user. */
  filter({ requester = SERVER_ITSELF }: Partial<TurnOptions>): RunFunction[] {
    return [...(this.#companies.get(requester.company_id)?.get(requester.id)?.values() ?? [])]
  }

  /** The turns alone decide. */
  setPriority(): void {}
}

/** Runs a few pieces of work at once. Others wait for their user's turn, up to a limit per user. */
export class TurnQueue {
  readonly #queue: PQueue<Turns, TurnOptions>
  readonly #waitingMax: number

  /** @param waitingMax the most queued work of one user */
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

  /** @throws ApiError `too_many_requests` if the user's queue is full */
  refuseIfFull(requester: Requester): void {
    if (this.#queue.sizeBy({ requester }) >= this.#waitingMax)
      throw tooManyRequests(RETRY_SECONDS, 'wait_work')
  }

  /**
   * Runs `work` in its requester's turn. An earlier abort removes it from the queue; running work must check the signal itself, so that its
   * slot is free only at its real end.
   *
   * @throws ApiError `too_many_requests`; `validation_failed`, which reaches no client, after the signal; every error of `work`
   */
  async run<T>(
    { requester, signal }: Pick<WorkOrder, 'requester' | 'signal'>,
    work: () => Promise<T>,
  ): Promise<T> {
    refuseIfGone(signal)
    this.refuseIfFull(requester)
    const waiting = new AbortController()
    const leave = () => waiting.abort()
    signal?.addEventListener('abort', leave)
    const begin = () => {
      signal?.removeEventListener('abort', leave)
      return work()
    }
    try {
      return await this.#queue.add(begin, { requester, signal: waiting.signal })
    } catch (error) {
      refuseIfGone(signal)
      throw error
    } finally {
      signal?.removeEventListener('abort', leave)
    }
  }

  /** Starts nothing more until `resume`. */
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
