/** All timeouts of PostgreSQL connections and statements of this server, in milliseconds. */

/** Making a connection. */
export const CONNECT_MS = 5_000
/** Waiting for a connection while all readers are in use. */
export const READER_WAIT_MS = 10_000
/** Waiting for the only writing connection. A complete upload waits that long. */
export const WRITER_WAIT_MS = 60_000
/** PostgreSQL ends a statement itself; so much later, its connection is dropped as lost. */
export const LATE_ANSWER_MS = 5_000

/** The limits of a connection; 0 is no limit. This server sets them, so that those of a role or database do not apply. */
export interface ConnectionLimits {
  statement_timeout: number
  /** Waiting for a lock of a table, a row, or the writer. */
  lock_timeout: number
  /** Maximum idle time inside a transaction. PostgreSQL then ends it, because others wait for its locks. */
  idle_in_transaction_session_timeout: number
}

/** The limits of a slower or busier machine. */
export function multiply(limits: ConnectionLimits, timeFactor: number): ConnectionLimits {
  return {
    statement_timeout: limits.statement_timeout * timeFactor,
    lock_timeout: limits.lock_timeout * timeFactor,
    idle_in_transaction_session_timeout: limits.idle_in_transaction_session_timeout * timeFactor,
  }
}

/** Reads, counts, locks, and taking and finishing jobs. No code awaits I/O inside a transaction. */
export const SERVING: ConnectionLimits = {
  statement_timeout: 60_000,
  lock_timeout: 60_000,
  idle_in_transaction_session_timeout: 10_000,
}

/** The longest statement is the deletion of a turbine with all its photos. */
export const WRITING: ConnectionLimits = { ...SERVING, statement_timeout: 120_000 }

/** Migrations have no time limit. While graphile-worker migrates its own tables, the other transaction is idle. */
export const MIGRATING: ConnectionLimits = {
  statement_timeout: 0,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 10 * 60_000,
}

/** Moving and verifying a whole database, which no server waits for. */
export const UNLIMITED: ConnectionLimits = {
  statement_timeout: 0,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 0,
}
