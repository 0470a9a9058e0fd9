/** How long PostgreSQL may let the connections of this server wait and work: all of these numbers are here. In milliseconds. */

/** Making one connection: the network and the greeting. */
export const CONNECT_MS = 5_000
/** Waiting for a connection: in the queue for the one that writes, and while PostgreSQL has too many. An upload that has arrived waits so long. */
export const CONNECTION_WAIT_MS = 60_000

/** The limits of a connection; 0 is no limit. They are set by this server, so that those of a role or a database do not apply. */
export interface ConnectionLimits {
  statement_timeout: number
  /** Waiting for a lock: of a table, of a row, or the lock of the writer. */
  lock_timeout: number
  /** How long a server may stand still inside of a transaction. Then PostgreSQL ends it, because others wait for its locks. */
  idle_in_transaction_session_timeout: number
  /** A whole transaction with its waiting. PostgreSQL knows it since version 17. */
  transaction_timeout: number
}

/** No code awaits I/O inside of a transaction, so only a server that stands still needs so long between two statements. */
const STANDING_STILL_MS = 10_000

/** The limits of a slower machine, or of one that has more to do. */
export function multiply(limits: ConnectionLimits, timeFactor: number): ConnectionLimits {
  const pairs = Object.entries(limits).map(([name, ms]) => [name, ms * timeFactor])
  return Object.fromEntries(pairs)
}

/** Single statements of requests. */
export const READING: ConnectionLimits = {
  statement_timeout: 60_000,
  lock_timeout: 60_000,
  idle_in_transaction_session_timeout: STANDING_STILL_MS,
  transaction_timeout: 120_000,
}

/** The longest statement is the deletion of a turbine with all its photos. */
export const WRITING: ConnectionLimits = {
  statement_timeout: 120_000,
  lock_timeout: 60_000,
  idle_in_transaction_session_timeout: STANDING_STILL_MS,
  transaction_timeout: 300_000,
}

/** The limits, such as those of wrong passwords. Every sign-in of all servers waits for them. */
export const COUNTING: ConnectionLimits = {
  statement_timeout: 30_000,
  lock_timeout: 30_000,
  idle_in_transaction_session_timeout: STANDING_STILL_MS,
  transaction_timeout: 60_000,
}

/** Taking and finishing jobs, and listening for them; not the work of a job itself. Also the connections that hold locks. */
export const JOBS_AND_LOCKS: ConnectionLimits = {
  statement_timeout: 60_000,
  lock_timeout: 60_000,
  idle_in_transaction_session_timeout: STANDING_STILL_MS,
  transaction_timeout: 120_000,
}

/** A migration takes as long as it takes. While graphile-worker migrates its own tables, the transaction of the others stands still. */
export const MIGRATING: ConnectionLimits = {
  statement_timeout: 0,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 10 * 60_000,
  transaction_timeout: 0,
}

/** Moving and verifying a whole database. No server waits for them. */
export const UNLIMITED: ConnectionLimits = {
  statement_timeout: 0,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 0,
  transaction_timeout: 0,
}
