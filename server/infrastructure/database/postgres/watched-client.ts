import type { Socket } from 'node:net'
import { Client, type PoolConfig } from 'pg'
import { DatabaseUnavailableError } from '#server/infrastructure/database/database-errors.ts'
import type { OutageWatch } from '#server/infrastructure/outage-watch.ts'
import { CONNECT_MS } from './postgres-limits.ts'

type AnyQuery = (...values: unknown[]) => unknown
type Callback = (error: Error | undefined, result?: unknown) => void

/**
 * Makes the class of connections that end when PostgreSQL is away. Otherwise their statements would wait until the network notices it, because
 * the limits of `postgres-limits.ts` are kept by PostgreSQL itself.
 *
 * @param watch undefined for commands, whose statements may wait
 */
export function clientClass(watch: OutageWatch | undefined): typeof Client {
  return class WatchedClient extends Client {
    constructor(options?: PoolConfig) {
      super({ ...options, connectionTimeoutMillis: CONNECT_MS * (watch?.timeFactor ?? 1) })
      if (!watch) return
      const query: AnyQuery = (...values) => (super.query as AnyQuery).apply(this, values)
      this.query = ((...values: unknown[]) => this.#query(query, values, watch)) as Client['query']
    }

    #query(query: AnyQuery, values: unknown[], watch: OutageWatch): unknown {
      const stream = this.connection.stream as Socket
      const end = watch.watch(() => stream.destroy(), { progressNow: () => stream.bytesRead, subject: this })
      const callback = values.at(-1)
      if (typeof callback === 'function') {
        const answer: Callback = (error, result) => {
          end()
          ;(callback as Callback)(error && this.#errorOf(error), result)
        }
        return query(...values.slice(0, -1), answer)
      }
      return (query(...values) as Promise<unknown>)
        .catch((error) => {
          throw this.#errorOf(error)
        })
        .finally(end)
    }

    /** Without a connection, nothing of the statement is stored, unless it is a commit. */
    #errorOf(error: Error): Error {
      if (!this.connection.stream.destroyed) return error
      return new DatabaseUnavailableError(error.message, { cause: error })
    }
  }
}
