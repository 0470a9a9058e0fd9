import { Client } from 'pg'
import {
  DatabaseUnavailableError,
  isPostgresAnswer,
} from '#server/infrastructure/database/database-errors.ts'
import { OutageWatch } from '#server/infrastructure/outage-watch.ts'
import { connectionTo } from './postgres-connection.ts'
import { CONNECT_MS, READING } from './postgres-limits.ts'

/** The number of the process that PostgreSQL has for a client. `pg` knows it after the connection; its types do not. */
type WatchedConnection = Client & { processID?: number }

/**
 * The watch over the PostgreSQL at `url`. It asks on a connection of its own, because each of the others may be the one that is broken.
 *
 * @param timeFactor that of the configuration
 */
export function watchPostgres(url: string, timeFactor: number): OutageWatch {
  return new OutageWatch(
    (signal, clients) => ask(url, timeFactor, signal, clients as readonly WatchedConnection[]),
    (cause) => new DatabaseUnavailableError(`PostgreSQL is away: ${(cause as Error).message}`, { cause }),
    timeFactor,
  )
}

/** The processes of PostgreSQL that work for a client. Another user's process has no state here, so it counts as one that works. */
const WORKING = `select pg_backend_pid() as own, array(
  select pid from pg_stat_activity where pid = any($1) and coalesce(state, '') not like 'idle%') as working`

/** @returns the clients that wait for an answer while PostgreSQL waits for their next statement, or has ended their process */
async function ask(
  url: string,
  timeFactor: number,
  signal: AbortSignal,
  clients: readonly WatchedConnection[],
): Promise<WatchedConnection[]> {
  const client: WatchedConnection = new Client({
    ...connectionTo(url, READING),
    connectionTimeoutMillis: CONNECT_MS * timeFactor,
  })
  client.on('error', () => {})
  const leave = () => client.connection.stream.destroy()
  signal.addEventListener('abort', leave)
  try {
    await client.connect()
    const pids = clients.map(({ processID }) => processID)
    const { rows } = await client.query<{ own: number; working: number[] }>(WORKING, [pids])
    const { own, working } = rows[0] ?? { own: 0, working: [] }
    // A pooler between this server and PostgreSQL gives its own numbers to clients.
    if (own !== client.processID) return []
    return clients.filter(({ processID = 0 }) => !working.includes(processID))
  } catch (error) {
    // Also a server that has no connection left is there.
    if (!isPostgresAnswer(error)) throw error
    return []
  } finally {
    signal.removeEventListener('abort', leave)
    leave()
  }
}
