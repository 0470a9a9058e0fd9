import {
  type CompiledQuery,
  type Dialect,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { Pool } from 'pg'
import { ReadingDriver } from '#server/infrastructure/database/reading-driver.ts'
import { refuseIfGone } from '#server/infrastructure/errors.ts'
import { FairQueue } from '#server/infrastructure/fair-queue.ts'
import type { OutageWatch } from '#server/infrastructure/outage-watch.ts'
import type { Asker, WorkOrder } from '#server/infrastructure/work-order.ts'
import { cancelStatement } from './cancel-statement.ts'

/** Two of the ten connections that read (`READING_CONNECTIONS`) stay for what is found at once by an index, such as sessions. */
const SLOTS = { shared: 6, spare: 2 }
/** How many statements of one user wait, as with SQLite. */
const WAITING_MAX = 50

/** Lists, counts and files in PostgreSQL: companies and users take turns, so that one of them never has all connections. */
export class ReadingTurns {
  readonly #pool: Pool
  readonly #watch: OutageWatch
  readonly #turns = new FairQueue({ now: SLOTS, soon: SLOTS, later: SLOTS }, WAITING_MAX)

  constructor(pool: Pool, watch: OutageWatch) {
    this.#pool = pool
    this.#watch = watch
  }

  /** @throws ApiError `too_many_requests` if too much of the user waits */
  refuseIfFull(asker: Asker): void {
    this.#turns.refuseIfFull(asker)
  }

  /** The dialect of queries that wait for the turn of who asks for them. */
  dialectFor(order: WorkOrder): Dialect {
    return {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new ReadingDriver((query) => this.#read(order, query)),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    }
  }

  async #read(order: WorkOrder, query: CompiledQuery): Promise<object[]> {
    const end = await this.#begin(order)
    try {
      return await this.#execute(query, order.signal)
    } finally {
      end()
    }
  }

  /** Waits for the turn. If PostgreSQL is away, all that wait fail together, and not one after the other. */
  async #begin(order: WorkOrder): Promise<() => void> {
    return this.#watch.during(async (away) => {
      const signal = order.signal ? AbortSignal.any([order.signal, away]) : away
      const end = await this.#turns.begin({ ...order, signal })
      if (away.aborted) end()
      return end
    })
  }

  /** Executes the query. When its client has gone, it is cancelled. */
  async #execute({ sql, parameters }: CompiledQuery, signal: AbortSignal | undefined): Promise<object[]> {
    const client = await this.#pool.connect()
    let cancelling: Promise<unknown> | undefined
    const running = Promise.withResolvers<void>()
    const cancel = () => {
      cancelling = cancelStatement(client, running.promise).then(
        () => undefined,
        (error) => error,
      )
    }
    try {
      refuseIfGone(signal)
      signal?.addEventListener('abort', cancel, { once: true })
      const { rows } = await client.query<object>(sql, [...parameters])
      return rows
    } catch (error) {
      refuseIfGone(signal)
      throw error
    } finally {
      signal?.removeEventListener('abort', cancel)
      running.resolve()
      const failure = await cancelling
      // A connection whose next statement may be cancelled is closed.
      client.release(failure as Error | undefined)
    }
  }
}
