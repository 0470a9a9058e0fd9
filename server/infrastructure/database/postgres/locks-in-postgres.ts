import { setTimeout as wait } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Client, QueryResult, QueryResultRow } from 'pg'
import type { Locks, Release } from '#server/infrastructure/database/locks.ts'
import type { OutageWatch } from '#server/infrastructure/outage-watch.ts'
import { NAMED_LOCKS_SEED } from './advisory-locks.ts'
import { holdingConnectionTo, openClient } from './postgres-connection.ts'

const CHANNEL = 'kanat_wanted_lock'
/** The time between two attempts to get a lock, in milliseconds. A process that was killed does not say that its locks are free. */
const RETRY_MS = 100

/** Advisory locks of one connection. Whoever waits for a lock says so on a channel, and the holder hears it. */
export class LocksInPostgres implements Locks {
  readonly #url: string
  readonly #watch: OutageWatch
  #connecting: Promise<Client> | undefined
  #client: Client | undefined
  /** A client takes one statement after the other. */
  readonly #oneAtATime = pLimit(1)
  /** What to call when another process wants a lock of this one, by name. */
  readonly #held = new Map<string, () => void>()
  /** The names of the locks that are asked for. */
  readonly #asked = new Set<string>()

  constructor(url: string, watch: OutageWatch) {
    this.#url = url
    this.#watch = watch
  }

  async acquire(name: string, ms: number, wanted: () => void): Promise<Release | undefined> {
    const deadline = performance.now() + ms
    for (;;) {
      const client = await this.#connect()
      if (await this.#tryLock(client, name)) {
        this.#held.set(name, wanted)
        return () => this.#release(client, name)
      }
      if (performance.now() >= deadline) return undefined
      await this.#query(client, 'select pg_notify($1, $2)', [CHANNEL, name])
      await wait(RETRY_MS)
    }
  }

  async close(): Promise<void> {
    const client = await this.#connecting?.catch(() => undefined)
    await client?.end()
  }

  async #release(client: Client, name: string): Promise<void> {
    this.#held.delete(name)
    // If the connection broke, PostgreSQL has released the lock.
    const unlock = `select pg_advisory_unlock(hashtextextended($1, ${NAMED_LOCKS_SEED}))`
    await this.#query(client, unlock, [name]).catch(() => {})
  }

  /** PostgreSQL itself would give a lock to the connection that holds it once more. */
  async #tryLock(client: Client, name: string): Promise<boolean> {
    if (this.#held.has(name) || this.#asked.has(name)) return false
    this.#asked.add(name)
    const text = `select pg_try_advisory_lock(hashtextextended($1, ${NAMED_LOCKS_SEED})) as got`
    try {
      const { rows } = await this.#query<{ got: boolean }>(client, text, [name])
      return rows[0]?.got === true
    } finally {
      this.#asked.delete(name)
    }
  }

  #query<Row extends QueryResultRow>(
    client: Client,
    text: string,
    values: string[],
  ): Promise<QueryResult<Row>> {
    return this.#oneAtATime(() => client.query<Row>(text, values))
  }

  /** All locks are on one connection. The first lock opens it. */
  #connect(): Promise<Client> {
    this.#connecting ??= this.#open().catch((error) => {
      this.#connecting = undefined
      throw error
    })
    return this.#connecting
  }

  async #open(): Promise<Client> {
    const client = await openClient(holdingConnectionTo(this.#url), (ended) => this.#lose(ended), this.#watch)
    client.on('notification', ({ payload = '' }) => this.#held.get(payload)?.())
    await client.query(`listen ${CHANNEL}`)
    this.#client = client
    return client
  }

  /** Ends the work under the locks, because another process may get them now. */
  #lose(client: Client): void {
    if (this.#client !== client) return
    this.#client = undefined
    this.#connecting = undefined
    for (const wanted of this.#held.values()) wanted()
    this.#held.clear()
  }
}
