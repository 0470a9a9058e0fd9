import { setTimeout as wait } from 'node:timers/promises'
import { Pool, type PoolClient, type PoolConfig } from 'pg'
import {
  DatabaseUnavailableError,
  isTooManyConnections,
} from '#server/infrastructure/database/database-errors.ts'
import type { OutageWatch } from '#server/infrastructure/outage-watch.ts'
import { CONNECTION_WAIT_MS } from './postgres-limits.ts'
import { clientClass } from './watched-client.ts'

/** The pauses between two attempts to connect, in milliseconds: they double from the first to the last one. */
const FIRST_PAUSE_MS = 10
const LAST_PAUSE_MS = 250

type Callback = Parameters<Pool['connect']>[0]

export type ErrorListener = (error: Error) => void

/**
 * A pool whose connections take turns: waiting for one of them is not a failed connection. For `pg` both have the same limit, so the pool
 * gets the longer one and each of its clients the shorter one.
 *
 * It outlives its connections. Without listeners, the process would end when a connection breaks while no statement runs, such as at a
 * restart of PostgreSQL.
 */
export class WaitingPool extends Pool {
  readonly #watch: OutageWatch | undefined

  /**
   * @param onError is told about a connection that breaks
   * @param watch ends the waiting when PostgreSQL is away
   */
  constructor(options: PoolConfig, onError: ErrorListener = () => {}, watch?: OutageWatch) {
    super({ ...options, connectionTimeoutMillis: CONNECTION_WAIT_MS, Client: clientClass(watch) })
    this.#watch = watch
    this.on('connect', (client) => client.on('error', onError))
    // The pool repeats the errors of connections that are not in use.
    this.on('error', () => {})
  }

  /** @throws DatabaseUnavailableError with its cause */
  override connect(): Promise<PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback): Promise<PoolClient> | undefined {
    const connecting = this.#connect()
    if (!callback) return connecting
    connecting.then(
      (client) => callback(undefined, client, releaseOnce(client)),
      (error) => callback(error, undefined, () => {}),
    )
    return undefined
  }

  async #connect(): Promise<PoolClient> {
    try {
      return await (this.#watch
        ? this.#watch.during((gone) => this.#connectUntil(gone))
        : this.#connectUntil())
    } catch (cause) {
      if (cause instanceof DatabaseUnavailableError) throw cause
      throw new DatabaseUnavailableError((cause as Error).message, { cause })
    }
  }

  /** @param gone if it is aborted before, nobody takes the connection */
  async #connectUntil(gone?: AbortSignal): Promise<PoolClient> {
    const client = await whileTooManyConnections(() => super.connect(), gone)
    if (gone?.aborted) client.release()
    return client
  }
}

/**
 * If PostgreSQL stands still while the jobs stop, graphile-worker releases the connection on which it listens twice. The second time, the
 * pool would throw where nobody waits for it, and the process would end in the middle of its stop.
 */
function releaseOnce(client: PoolClient): PoolClient['release'] {
  let isReleased = false
  return (error) => {
    if (!isReleased) client.release(error)
    isReleased = true
  }
}

/** Connects again as long as PostgreSQL has no connection left, because others return theirs soon. */
export async function whileTooManyConnections<T>(connect: () => Promise<T>, gone?: AbortSignal): Promise<T> {
  const deadline = performance.now() + CONNECTION_WAIT_MS
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LAST_PAUSE_MS)) {
    try {
      return await connect()
    } catch (error) {
      if (!isTooManyConnections(error) || performance.now() > deadline || gone?.aborted) throw error
    }
    // Not all at the same time.
    await wait(pause * (0.5 + Math.random()))
  }
}
