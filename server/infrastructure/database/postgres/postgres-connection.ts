import { hostname } from 'node:os'
import { Client, type PoolConfig, types } from 'pg'
import {
  DatabaseUnavailableError,
  isPostgresAnswer,
} from '#server/infrastructure/database/database-errors.ts'
import { OutageProbe } from '#server/infrastructure/outage-probe.ts'
import { CONNECT_MS, type ConnectionLimits, LATE_ANSWER_MS, SERVING } from './postgres-limits.ts'

/** Idle time before a keep-alive probe, in milliseconds: some routers drop idle connections after four minutes. */
const KEEP_ALIVE_MS = 30_000
/** The name of this process in `pg_stat_activity`, at most 63 bytes. */
const APPLICATION_NAME = `kanat ${process.pid}@${hostname()}`.slice(0, 63)

/** Parses `count(*)`, ids and sums as numbers here: none reaches 2^53. Other programs get texts. */
const NUMBERS: number[] = [types.builtins.INT8, types.builtins.NUMERIC]

/**
 * The options of a connection to the database at `url`. All relevant settings are set here after the start of the connection: a role, a
 * database or the address can have other ones.
 *
 * @param settings of PostgreSQL, besides the limits
 */
export function connectionTo(
  url: string,
  limits: ConnectionLimits,
  settings: Record<string, string | number> = {},
): PoolConfig {
  const all = {
    default_transaction_isolation: 'read committed',
    // Connections that hold locks, or listen for jobs, run no statement.
    idle_session_timeout: 0,
    ...limits,
    ...settings,
  }
  const set = Object.entries(all).map(([name, value]) => `set ${name} = '${value}'`)
  return {
    connectionString: url,
    application_name: APPLICATION_NAME,
    connectionTimeoutMillis: CONNECT_MS,
    ...(limits.statement_timeout > 0 && { query_timeout: limits.statement_timeout + LATE_ANSWER_MS }),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    onConnect: (client) => client.query(set.join('; ')),
    types: {
      getTypeParser: ((oid: number, format?: 'text') =>
        NUMBERS.includes(oid) ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
    },
  }
}

/**
 * A single connection. If it breaks, the process does not end: the current or next statement fails.
 *
 * @param onEnd called when it breaks or ends
 * @throws DatabaseUnavailableError with its cause
 */
export async function openClient(options: PoolConfig, onEnd: () => void = () => {}): Promise<Client> {
  const client = new Client(options)
  client.on('error', () => {})
  client.on('end', onEnd)
  try {
    await client.connect()
    // Otherwise only a pool calls it.
    await options.onConnect?.(client)
    return client
  } catch (cause) {
    await client.end().catch(() => {})
    throw new DatabaseUnavailableError((cause as Error).message, { cause })
  }
}

/**
 * Checks whether the PostgreSQL at `url` answers, on a new connection, because any of the others may be broken.
 *
 * @param timeFactor that of the configuration
 */
export function outageProbeOf(url: string, timeFactor: number): OutageProbe {
  return new OutageProbe(
    async () => {
      const client = new Client(connectionTo(url, SERVING))
      client.on('error', () => {})
      try {
        await client.connect()
      } catch (error) {
        // A server without free connections is reachable, too.
        if (!isPostgresAnswer(error)) throw error
      } finally {
        client.end().catch(() => {})
      }
    },
    (cause) => new DatabaseUnavailableError(`PostgreSQL is away: ${(cause as Error).message}`, { cause }),
    timeFactor,
  )
}

/** The names of the database and its machine, as `pg` parses the address. */
export function placeOf(url: string): { database?: string | undefined; host: string } {
  return new Client({ connectionString: url })
}
