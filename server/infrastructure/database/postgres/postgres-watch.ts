import { Client } from 'pg'
import {
  DatabaseUnavailableError,
  isPostgresAnswer,
} from '#server/infrastructure/database/database-errors.ts'
import { OutageWatch } from '#server/infrastructure/outage-watch.ts'
import { connectionTo } from './postgres-connection.ts'
import { READING } from './postgres-limits.ts'

/** The watch over the PostgreSQL at `url`. It asks on a connection of its own, because each of the others may be the one that is broken. */
export function watchPostgres(url: string): OutageWatch {
  return new OutageWatch(
    (signal) => ask(url, signal),
    (cause) => new DatabaseUnavailableError(`PostgreSQL is away: ${(cause as Error).message}`, { cause }),
  )
}

async function ask(url: string, signal: AbortSignal): Promise<void> {
  const client = new Client(connectionTo(url, READING))
  client.on('error', () => {})
  const leave = () => client.connection.stream.destroy()
  signal.addEventListener('abort', leave)
  try {
    await client.connect()
    await client.query('select 1')
  } catch (error) {
    // Also a server that has no connection left is there.
    if (!isPostgresAnswer(error)) throw error
  } finally {
    signal.removeEventListener('abort', leave)
    leave()
  }
}
