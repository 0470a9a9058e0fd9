import { refuseIfGone, tooManyRequests } from '#server/infrastructure/errors.ts'
import { type Asker, RETRY_SECONDS, type Urgency, type WorkOrder } from './work-order.ts'

/** How much of one urgency runs at once. */
export interface Slots {
  /** For everybody. */
  shared: number
  /** Further ones that only a user gets of whom nothing runs, so that nobody waits until long work of one other user ends. */
  spare: number
}

/**
 * Runs work of many users. Each urgency has its own slots, so that work for which nobody waits cannot delay what a request waits for, and
 * still goes on. In each of them the companies take turns, and within a company its users: it does not matter how much work a user has
 * waiting.
 */
export class FairQueue {
  readonly #queues: Record<Urgency, SlotQueue>
  readonly #waitingMax: number
  /** The companies with a first piece of work that runs. */
  readonly #companies = new Set<number>()

  /** @param waitingMax the most work of one user that waits, of all urgencies together */
  constructor(slots: Record<Urgency, Slots>, waitingMax: number) {
    this.#waitingMax = waitingMax
    this.#queues = {
      now: new SlotQueue(slots.now),
      soon: new SlotQueue(slots.soon),
      later: new SlotQueue(slots.later),
    }
  }

  /** How much work waits. */
  get waiting(): number {
    return this.#all.reduce((sum, queue) => sum + queue.waiting.count, 0)
  }

  /** True if no work runs or waits. */
  get isIdle(): boolean {
    return this.#all.every((queue) => queue.running.length === 0 && queue.waiting.count === 0)
  }

  /** @throws ApiError `too_many_requests` if the user has as much work waiting as is allowed */
  refuseIfFull(asker: Asker): void {
    const waiting = this.#all.reduce((sum, queue) => sum + queue.waiting.countOf(asker), 0)
    if (waiting >= this.#waitingMax) throw tooManyRequests(RETRY_SECONDS, 'wait_work')
  }

  /**
   * Runs `work` when it is the turn of its asker.
   *
   * @param work is told whether it is the only first piece of its company that runs. The others of a company may give way to the first ones of
   *   all companies.
   * @throws ApiError as `begin`; every error of `work`
   */
  async run<T>(order: WorkOrder, work: (isFirst: boolean) => Promise<T>): Promise<T> {
    const end = await this.begin(order)
    const { company_id } = order.asker
    const isFirst = !this.#companies.has(company_id)
    if (isFirst) this.#companies.add(company_id)
    try {
      return await work(isFirst)
    } finally {
      if (isFirst) this.#companies.delete(company_id)
      end()
    }
  }

  /**
   * Waits for the turn of the asker.
   *
   * @returns the function to call when the work has ended
   * @throws ApiError `too_many_requests`; `validation_failed`, which nobody receives, if the signal aborts before the turn
   */
  async begin({ asker, urgency, signal, isAccepted }: WorkOrder): Promise<() => void> {
    refuseIfGone(signal)
    const queue = this.#queues[urgency]
    if (!isAccepted && !queue.hasSlotFor(asker)) this.refuseIfFull(asker)
    await queue.begin(asker, signal)
    return () => queue.end(asker)
  }

  get #all(): SlotQueue[] {
    return Object.values(this.#queues)
  }
}

/** The work of one urgency. */
class SlotQueue {
  readonly #slots: Slots
  /** Who asked for the work that runs. */
  readonly running: Asker[] = []
  readonly waiting = new RoundRobin<() => void>()

  constructor(slots: Slots) {
    this.#slots = slots
  }

  hasSlotFor({ id }: Asker): boolean {
    const { shared, spare } = this.#slots
    if (this.running.length < shared) return true
    return this.running.length < shared + spare && this.running.every((other) => other.id !== id)
  }

  /** Resolves when the work may begin; it counts as running then. @throws as `refuseIfGone` */
  async begin(asker: Asker, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => {
      this.waiting.remove(asker, resolve)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', leave, { once: true })
    this.waiting.add(asker, resolve)
    this.#beginNext()
    try {
      await promise
    } catch (error) {
      refuseIfGone(signal)
      throw error
    } finally {
      signal?.removeEventListener('abort', leave)
    }
  }

  end(asker: Asker): void {
    this.running.splice(this.running.indexOf(asker), 1)
    this.#beginNext()
  }

  #beginNext(): void {
    for (;;) {
      const next = this.waiting.take((asker) => this.hasSlotFor(asker))
      if (!next) return
      this.running.push(next.asker)
      next.item()
    }
  }
}

/** What waits, by company and user. Both are in the order of their turns. */
export class RoundRobin<Item> {
  readonly #companies = new Map<number, Map<number, { asker: Asker; items: Item[] }>>()

  get count(): number {
    return [...this.#companies.values()]
      .flatMap((users) => [...users.values()])
      .reduce((sum, { items }) => sum + items.length, 0)
  }

  countOf({ id, company_id }: Asker): number {
    return this.#companies.get(company_id)?.get(id)?.items.length ?? 0
  }

  /** True if anything of the company of this user waits. */
  hasCompanyOf({ company_id }: Asker): boolean {
    return this.#companies.has(company_id)
  }

  /** A company or a user of whom nothing waits yet has the last turn. */
  add(asker: Asker, item: Item): void {
    const users = this.#companies.get(asker.company_id) ?? new Map()
    const { items } = users.get(asker.id) ?? { items: [] }
    users.set(asker.id, { asker, items: [...items, item] })
    this.#companies.set(asker.company_id, users)
  }

  remove(asker: Asker, item: Item): void {
    const users = this.#companies.get(asker.company_id)
    const items = users?.get(asker.id)?.items.filter((other) => other !== item) ?? []
    if (items.length > 0) users?.set(asker.id, { asker, items })
    else users?.delete(asker.id)
    if (users?.size === 0) this.#companies.delete(asker.company_id)
  }

  /** Takes out what waits longest of the user who has the next turn, among those who may. Then the user and the company have the last turn. */
  take(may: (asker: Asker) => boolean): { asker: Asker; item: Item } | undefined {
    for (const [company, users] of this.#companies) {
      for (const [
        user,
        {
          asker,
          items: [item, ...others],
        },
      ] of users) {
        if (item === undefined || !may(asker)) continue
        users.delete(user)
        if (others.length > 0) users.set(user, { asker, items: others })
        this.#companies.delete(company)
        if (users.size > 0) this.#companies.set(company, users)
        return { asker, item }
      }
    }
    return undefined
  }
}
