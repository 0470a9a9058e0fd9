/**
 * The keys of the advisory locks, unlikely to be used by another program in the same database.
 *
 * @see https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS
 */
/** Held by every writing transaction, and by migrations. */
export const WRITER_LOCK = '5421091001'
/** Held while the counts of the limits change. */
export const COUNTS_LOCK = '5421091003'
/** The seed of the hash of `LocksInPostgres` names, so that no name has one of these keys. */
export const NAMED_LOCKS_SEED = '5421091004'

/**
 * Begins a writing transaction that holds a lock to its end, in one message, so that the lock needs no extra round trip. Each statement
 * sees all earlier commits, whatever the database's default is.
 */
export function beginWith(lock: string): string {
  return `begin isolation level read committed read write; select pg_advisory_xact_lock(${lock})`
}
