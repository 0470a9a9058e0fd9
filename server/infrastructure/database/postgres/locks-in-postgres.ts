import { setTimeout as wait } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Client, QueryResultRow } from 'pg'
import { awaitedLater } from '#server/infrastructure/awaited-later.ts'
import { DatabaseUnavailableError } from '#server/infrastructure/database/database-errors.ts'
import type { Locks, Release } from '#server/infrastructure/database/locks.ts'
import { NAMED_LOCKS_SEED } from './advisory-locks.ts'
import { connectionTo, openClient } from './postgres-connection.ts'
import { SERVING } from './postgres-limits.ts'

const CHANNEL = 'kanat_wanted_lock'
/** Interval of attempts to get a lock, in milliseconds. A killed process does not announce its released locks. */
const RETRY_MS = 100
/** Timeout of lock statements, in milliseconds. They are short: a longer one indicates an outage. */
const ANSWER_MS = 2000
/** PostgreSQL frees the locks of a machine without power or network after a minute, instead of two hours. */
const KEEP_ALIVES = { tcp_keepalives_idle: 30, tcp_keepalives_interval: 10, tcp_keepalives_count: 3 }

/** Advisory locks of one connection. A waiting process notifies the holder on a channel. */
export class LocksInPostgres implements Locks {
  readonly #url: string
  readonly #answerMs: number
  #connecting: Promise<Client> | undefined
  /** A client takes one statement after the other. */
  readonly #oneAtATime = pLimit(1)
  /** The callbacks for a lock wanted by another process, by name. */
  readonly #held = new Map<string, () => void>()
  /** The names of the requested locks. */
  readonly #asked = new Set<string>()

  constructor(url: string, timeFactor: number) {
    this.#url = url
    this.#answerMs = ANSWER_MS * timeFactor
  }

  async acquire(name: string, ms: number, wanted: () => void): Promise<Release | undefined> {
    const deadline = performance.now() + ms
    for (;;) {
      if (await this.#tryLock(name, wanted)) return () => this.#release(name)
      if (performance.now() >= deadline) return undefined
      await this.#query('select pg_notify($1, $2)', [CHANNEL, name])
      await wait(RETRY_MS)
    }
  }

  async close(): Promise<void> {
    const client = await this.#connecting?.catch(() => undefined)
    await client?.end()
  }

  async #release(name: string): Promise<void> {
    // If the connection broke, PostgreSQL has released the lock.
    if (!this.#held.delete(name)) return
    await this.#query(`select pg_advisory_unlock(hashtextextended($1, ${NAMED_LOCKS_SEED}))`, [name]).catch(
      () => {},
    )
  }

  /** PostgreSQL itself would grant a lock again to the connection that holds it. */
  async #tryLock(name: string, wanted: () => void): Promise<boolean> {
    if (this.#held.has(name) || this.#asked.has(name)) return false
    this.#asked.add(name)
    try {
      const text = `select pg_try_advisory_lock(hashtextextended($1, ${NAMED_LOCKS_SEED})) as got`
      const [row] = await this.#query<{ got: boolean }>(text, [name])
      if (row?.got) this.#held.set(name, wanted)
      return row?.got === true
    } finally {
      this.#asked.delete(name)
    }
  }

  /** @throws DatabaseUnavailableError, and then all locks are lost */
  #query<Row extends QueryResultRow>(text: string, values: string[]): Promise<Row[]> {
    return this.#oneAtATime(async () => {
      this.#connecting ??= awaitedLater(this.#open())
      const client = await this.#connecting
      try {
        return (await client.query<Row>(text, values)).rows
      } catch (cause) {
        await client.end()
        throw new DatabaseUnavailableError((cause as Error).message, { cause })
      }
    })
  }

  /** All locks are on one connection, opened by the first. */
  #open(): Promise<Client> {
    const options = connectionTo(this.#url, SERVING, KEEP_ALIVES)
    const opening = openClient(
      {
        ...options,
        connectionTimeoutMillis: this.#answerMs,
        query_timeout: this.#answerMs,
        async onConnect(client) {
          await options.onConnect?.(client)
          await client.query(`listen ${CHANNEL}`)
        },
      },
      () => this.#lose(opening),
    ).then((client) => client.on('notification', ({ payload = '' }) => this.#held.get(payload)?.()))
    opening.catch(() => this.#lose(opening))
    return opening
  }

  /** Ends the work under the locks, because another process may get them now. */
  #lose(connection: Promise<Client>): void {
    if (this.#connecting !== connection) return
    this.#connecting = undefined
    const held = [...this.#held.values()]
    this.#held.clear()
    for (const wanted of held) wanted()
  }
}
