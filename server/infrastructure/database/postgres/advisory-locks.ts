/**
 * The keys of the advisory locks. All of them are unlike numbers that another program in the same database may choose.
 *
 * @see https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS
 */
/** Held by every transaction that writes, and by migrations. */
export const WRITER_LOCK = '5421091001'
/** Held while the counts of the limits change. */
export const COUNTS_LOCK = '5421091003'
/** The seed that makes keys of the names of `LocksInPostgres`, so that no name has one of these keys. */
export const NAMED_LOCKS_SEED = '5421091004'

/**
 * Begins a transaction that writes and holds a lock to its end. It is one message, so that the lock needs no round trip of its own. Each
 * statement sees everything that is committed before it, whatever the default of the database is.
 */
export function beginWith(lock: string): string {
  return `begin isolation level read committed read write; select pg_advisory_xact_lock(${lock})`
}
