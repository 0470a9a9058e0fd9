import { setTimeout as wait } from 'node:timers/promises'
import { Client, Pool, type PoolClient, type PoolConfig } from 'pg'
import {
  DatabaseUnavailableError,
  isTooManyConnections,
} from '#server/infrastructure/database/database-errors.ts'
import { CONNECT_MS, CONNECTION_WAIT_MS } from './postgres-limits.ts'

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
  /** @param onError is told about a connection that breaks */
  constructor(options: PoolConfig, onError: ErrorListener = () => {}) {
    super({ ...options, connectionTimeoutMillis: CONNECTION_WAIT_MS, Client: QuicklyConnectingClient })
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
      (client) => callback(undefined, client, (error) => client.release(error)),
      (error) => callback(error, undefined, () => {}),
    )
    return undefined
  }

  async #connect(): Promise<PoolClient> {
    try {
      return await whileTooManyConnections(() => super.connect())
    } catch (cause) {
      throw new DatabaseUnavailableError((cause as Error).message, { cause })
    }
  }
}

class QuicklyConnectingClient extends Client {
  constructor(options?: PoolConfig) {
    super({ ...options, connectionTimeoutMillis: CONNECT_MS })
  }
}

/** Connects again as long as PostgreSQL has no connection left, because others return theirs soon. */
export async function whileTooManyConnections<T>(connect: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + CONNECTION_WAIT_MS
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LAST_PAUSE_MS)) {
    try {
      return await connect()
    } catch (error) {
      if (!isTooManyConnections(error) || performance.now() > deadline) throw error
    }
    // Not all at the same time.
    await wait(pause * (0.5 + Math.random()))
  }
}
