import type { Client } from 'pg'
import type { OutageWatch } from '#server/infrastructure/outage-watch.ts'
import { LEADER_LOCK } from './advisory-locks.ts'
import { holdingConnectionTo, openClient } from './postgres-connection.ts'

/** Chooses one of the processes of a database: the first one that asks, as long as it is connected. */
export class PostgresLeader {
  readonly #url: string
  readonly #watch: OutageWatch
  #client: Client | undefined

  constructor(url: string, watch: OutageWatch) {
    this.#url = url
    this.#watch = watch
  }

  /** True if this process is the leader, or becomes it now. */
  async isThis(): Promise<boolean> {
    if (this.#client) return true
    // PostgreSQL releases the lock when the connection breaks, and another process can become the leader.
    const client = await openClient(
      holdingConnectionTo(this.#url),
      (ended) => this.#forget(ended),
      this.#watch,
    )
    const { rows } = await client.query<{ got: boolean }>(
      `select pg_try_advisory_lock(${LEADER_LOCK}) as got`,
    )
    if (rows[0]?.got) this.#client = client
    else await client.end()
    return this.#client !== undefined
  }

  async close(): Promise<void> {
    await this.#client?.end()
  }

  #forget(client: Client): void {
    if (this.#client === client) this.#client = undefined
  }
}
