import { hostname } from 'node:os'
import { Client, type ClientConfig, type Pool, type PoolConfig, types } from 'pg'
import { DatabaseUnavailableError } from '#server/infrastructure/database/database-errors.ts'
import type { OutageWatch } from '#server/infrastructure/outage-watch.ts'
import { CONNECT_MS, type ConnectionLimits, JOBS_AND_LOCKS, READING } from './postgres-limits.ts'
import { type ErrorListener, WaitingPool, whileTooManyConnections } from './postgres-pool.ts'
import { clientClass } from './watched-client.ts'

/** The connections of this process that read. */
const READING_CONNECTIONS = 10
/** The pools of one connection that write and count, the connections of the leader and of the locks, one that reads jobs, and one that asks whether PostgreSQL is there. */
const OTHER_CONNECTIONS = 6
/** After so long without a byte, a connection is checked, in milliseconds: routers forget connections without traffic, some after four minutes. */
const KEEP_ALIVE_MS = 30_000
/** The name of this process in `pg_stat_activity`, where a name has at most 63 bytes. */
const APPLICATION_NAME = `kanat ${process.pid}@${hostname()}`.slice(0, 63)

/** `count(*)` and ids, and sums of them, are numbers here: no id and no size reaches 2^53. Other programs get them as texts. */
const NUMBERS: number[] = [types.builtins.INT8, types.builtins.NUMERIC]

/** The most connections of a server at the same time. @param jobKinds each has a connection that listens */
export function connectionsOfServer(jobKinds: number): number {
  return READING_CONNECTIONS + OTHER_CONNECTIONS + jobKinds
}

/**
 * The options of a connection to the database at `url`. Every setting that decides what a statement does is named here: a role or a
 * database can have other defaults.
 *
 * @param settings of PostgreSQL, besides the limits
 */
export function connectionTo(
  url: string,
  limits: ConnectionLimits,
  settings: Record<string, string | number> = {},
): PoolConfig {
  const { transaction_timeout, ...known } = limits
  return {
    ...withOptions(url, {
      default_transaction_isolation: 'read committed',
      // Locks are held, and jobs are listened for, by connections without a statement.
      idle_session_timeout: 0,
      ...known,
      ...settings,
    }),
    application_name: APPLICATION_NAME,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    onConnect: (client) => limitTransactions(client, transaction_timeout),
    types: {
      getTypeParser: ((oid: number, format?: 'text') =>
        NUMBERS.includes(oid) ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
    },
  }
}

/** Settings for the start of a connection. `options` of the address come first, because `pg` would take those alone. */
function withOptions(url: string, settings: Record<string, string | number>): ClientConfig {
  const address = new URL(url)
  const ofAddress = address.searchParams.get('options')
  const given = ofAddress ?? process.env.PGOPTIONS
  address.searchParams.delete('options')
  const own = Object.entries(settings).map(
    ([name, value]) => `-c ${name}=${String(value).replaceAll(' ', '\\ ')}`,
  )
  return {
    connectionString: ofAddress === null ? url : address.href,
    options: [...(given ? [given] : []), ...own].join(' '),
  }
}

/** Before version 17, PostgreSQL refuses a connection that begins with this setting. A limit of 0 is set, too: the role may have another one. */
async function limitTransactions(client: Pick<Client, 'query'>, ms: number): Promise<void> {
  await client.query(
    `select set_config(name, $1, false) from pg_settings where name = 'transaction_timeout'`,
    [String(ms)],
  )
}

/**
 * The options of a connection that holds locks. PostgreSQL releases them a minute after the machine of this process has lost its power or
 * its network, instead of after two hours.
 */
export function holdingConnectionTo(url: string): PoolConfig {
  return connectionTo(url, JOBS_AND_LOCKS, {
    tcp_keepalives_idle: 30,
    tcp_keepalives_interval: 10,
    tcp_keepalives_count: 3,
  })
}

/** Connections that read and cannot write. */
export function readingPool(
  url: string,
  onError?: ErrorListener,
  limits = READING,
  watch?: OutageWatch,
): Pool {
  const options = connectionTo(url, limits, { default_transaction_read_only: 'on' })
  return newPool({ ...options, max: READING_CONNECTIONS }, onError, watch)
}

/**
 * @param onError is told about a connection that breaks
 * @param watch ends the waiting when PostgreSQL is away
 */
export function newPool(options: PoolConfig, onError?: ErrorListener, watch?: OutageWatch): Pool {
  return new WaitingPool(options, onError, watch)
}

/**
 * A single connection. If it breaks, the process does not end: the statement that runs, or else the next one, fails.
 *
 * @param onEnd is called when it breaks or ends
 * @param watch ends the waiting when PostgreSQL is away
 * @throws DatabaseUnavailableError with its cause
 */
export async function openClient(
  options: PoolConfig,
  onEnd: (client: Client) => void = () => {},
  watch?: OutageWatch,
): Promise<Client> {
  const open = (gone?: AbortSignal) => openUntil(options, onEnd, watch, gone)
  try {
    return await (watch ? watch.during(open) : open())
  } catch (cause) {
    if (cause instanceof DatabaseUnavailableError) throw cause
    throw new DatabaseUnavailableError((cause as Error).message, { cause })
  }
}

/** @param gone if it is aborted before, nobody takes the connection */
async function openUntil(
  options: PoolConfig,
  onEnd: (client: Client) => void,
  watch?: OutageWatch,
  gone?: AbortSignal,
): Promise<Client> {
  const WatchedClient = clientClass(watch)
  const opened = await whileTooManyConnections(async () => {
    const client = new WatchedClient(options)
    client.on('error', () => onEnd(client))
    client.on('end', () => onEnd(client))
    await client.connect()
    // Only a pool would call it itself.
    await options.onConnect?.(client)
    return client
  }, gone)
  if (gone?.aborted) await opened.end()
  return opened
}

/** The names of the database and of its machine, as `pg` understands the address. */
export function placeOf(url: string): { database?: string | undefined; host: string } {
  return new Client({ connectionString: url })
}
