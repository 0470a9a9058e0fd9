/** How long PostgreSQL may let the connections of this server wait and work: all of these numbers are here. In milliseconds. */

/** Making a connection. */
export const CONNECT_MS = 5_000
/** Waiting for a connection while all that read are in use. */
export const READER_WAIT_MS = 10_000
/** Waiting for the only connection that writes. An upload that has arrived waits so long. */
export const WRITER_WAIT_MS = 60_000
/** PostgreSQL ends a statement itself; after so long more, its connection is given up, because it may be lost. */
export const LATE_ANSWER_MS = 5_000

/** The limits of a connection; 0 is no limit. They are set by this server, so that those of a role or a database do not apply. */
export interface ConnectionLimits {
  statement_timeout: number
  /** Waiting for a lock: of a table, of a row, or the lock of the writer. */
  lock_timeout: number
  /** How long a server may stand still inside of a transaction. Then PostgreSQL ends it, because others wait for its locks. */
  idle_in_transaction_session_timeout: number
}

/** The limits of a slower machine, or of one that has more to do. */
export function multiply(limits: ConnectionLimits, timeFactor: number): ConnectionLimits {
  return {
    statement_timeout: limits.statement_timeout * timeFactor,
    lock_timeout: limits.lock_timeout * timeFactor,
    idle_in_transaction_session_timeout: limits.idle_in_transaction_session_timeout * timeFactor,
  }
}

/** Reads, counts, locks, and taking and finishing jobs. No code awaits I/O inside of a transaction. */
export const SERVING: ConnectionLimits = {
  statement_timeout: 60_000,
  lock_timeout: 60_000,
  idle_in_transaction_session_timeout: 10_000,
}

/** The longest statement is the deletion of a turbine with all its photos. */
export const WRITING: ConnectionLimits = { ...SERVING, statement_timeout: 120_000 }

/** A migration takes as long as it takes. While graphile-worker migrates its own tables, the transaction of the others stands still. */
export const MIGRATING: ConnectionLimits = {
  statement_timeout: 0,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 10 * 60_000,
}

/** Moving and verifying a whole database. No server waits for them. */
export const UNLIMITED: ConnectionLimits = {
  statement_timeout: 0,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 0,
}
