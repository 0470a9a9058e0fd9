import { Client, type ClientConfig, Pool, type PoolConfig, types } from 'pg'

/** The connections of this process that read. */
const READING_CONNECTIONS = 10
/** How long to wait for a connection, in milliseconds. */
const CONNECT_TIMEOUT_MS = 5000

/** `count(*)` and ids, and sums of them, are numbers here: no id and no size reaches 2^53. Other programs get them as texts. */
const NUMBERS: number[] = [types.builtins.INT8, types.builtins.NUMERIC]

/** The options of every connection to the database at `url`. */
export function connectionTo(url: string): PoolConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    types: {
      getTypeParser: ((oid: number, format?: 'text') =>
        NUMBERS.includes(oid) ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
    },
  }
}

/**
 * The options of a connection that holds locks. PostgreSQL releases them a minute after the machine of this process has lost its power or
 * its network, instead of after two hours.
 */
export function holdingConnectionTo(url: string): PoolConfig {
  const keepalives = { idle: 30, interval: 10, count: 3 }
  const options = Object.entries(keepalives).map(([name, value]) => `-c tcp_keepalives_${name}=${value}`)
  return { ...connectionTo(url), options: options.join(' ') }
}

/** Connections that read and cannot write. */
export function readingPool(url: string, onError?: ErrorListener): Pool {
  const options = '-c default_transaction_read_only=on'
  return newPool({ ...connectionTo(url), max: READING_CONNECTIONS, options }, onError)
}

type ErrorListener = (error: Error) => void

/**
 * A pool that outlives its connections. Without listeners, the process would end when a connection breaks while no statement runs, such as
 * at a restart of PostgreSQL.
 *
 * @param onError is told about a connection that breaks
 */
export function newPool(options: PoolConfig, onError: ErrorListener = () => {}): Pool {
  const pool = new Pool(options)
  pool.on('connect', (client) => client.on('error', onError))
  // The pool repeats the errors of connections that are not in use.
  pool.on('error', () => {})
  return pool
}

/**
 * A single connection, not open yet. If it breaks, the process does not end: the statement that runs, or else the next one, fails.
 *
 * @param onError is told about it
 */
export function newClient(options: ClientConfig, onError: ErrorListener = () => {}): Client {
  const client = new Client(options)
  client.on('error', onError)
  return client
}
