import { Client, DatabaseError, Pool, type PoolClient, type PoolConfig, type QueryResult } from 'pg'
import { DatabaseUnavailableError } from '#server/infrastructure/database/database-errors.ts'
import type { OutageProbe } from '#server/infrastructure/outage-probe.ts'
import { CONNECT_MS } from './postgres-limits.ts'

/** Internals of a `pg` connection, missing in its types. */
type Connected = PoolClient & { connection: { stream: { destroy(error?: Error): void } } }

/** The pool's limit also bounds the wait while all connections are in use. */
class SoonConnected extends Client {
  constructor(options?: PoolConfig) {
    super({ ...options, connectionTimeoutMillis: CONNECT_MS })
  }
}

/** A `pg` pool that survives broken connections. Its statements fail in an outage of PostgreSQL. */
export class ServingPool {
  readonly #pool: Pool
  readonly #probe: OutageProbe | undefined

  /** @param onError called for a broken connection @param probe undefined for commands, whose statements may wait */
  constructor(options: PoolConfig, probe?: OutageProbe, onError: (error: Error) => void = () => {}) {
    this.#pool = new Pool({ ...options, Client: SoonConnected })
    this.#probe = probe
    // Without listeners, a connection that breaks while idle, such as at a restart of PostgreSQL, would end the process.
    this.#pool.on('connect', (client) => client.on('error', onError))
    // The pool repeats errors of idle connections.
    this.#pool.on('error', () => {})
    if (probe) this.#endUsedWhenAway(probe)
  }

  /** A connection, which the caller releases. @throws DatabaseUnavailableError with its cause */
  async connect(): Promise<ServingConnection> {
    const connecting = this.#pool.connect()
    try {
      return new ServingConnection(await (this.#probe ? this.#probe.during(() => connecting) : connecting))
    } catch (error) {
      connecting.then(
        (client) => client.release(),
        () => {},
      )
      throw asUnavailable(error)
    }
  }

  end(): Promise<void> {
    return this.#pool.end()
  }

  #endUsedWhenAway(probe: OutageProbe): void {
    const ends = new WeakMap<PoolClient, () => void>()
    this.#pool.on('acquire', (client) => {
      const { stream } = (client as Connected).connection
      ends.set(
        client,
        probe.watch((error) => stream.destroy(error)),
      )
    })
    this.#pool.on('release', (_, client) => ends.get(client)?.())
  }
}

/** A connection of the pool. It is dropped if PostgreSQL does not answer on it. */
export class ServingConnection {
  readonly #client: PoolClient
  #failure: Error | undefined

  constructor(client: PoolClient) {
    this.#client = client
  }

  get isBroken(): boolean {
    return this.#failure !== undefined
  }

  /** @throws DatabaseUnavailableError with its cause; PostgreSQL's errors */
  async query(text: string, values?: readonly unknown[]): Promise<QueryResult> {
    try {
      return await this.#client.query(text, values && [...values])
    } catch (cause) {
      if (cause instanceof DatabaseError) throw cause
      this.#failure = asUnavailable(cause)
      throw this.#failure
    }
  }

  release(): void {
    this.#client.release(this.#failure)
  }
}

/** Any `pg` error that is no answer of PostgreSQL means a broken connection or a timeout. */
function asUnavailable(cause: unknown): DatabaseUnavailableError {
  if (cause instanceof DatabaseUnavailableError) return cause
  return new DatabaseUnavailableError((cause as Error).message, { cause })
}
