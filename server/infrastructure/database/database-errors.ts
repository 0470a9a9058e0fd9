import { SqliteError } from 'better-sqlite3'
import { DatabaseError as PostgresError } from 'pg'

/** True for errors of the database itself. */
export function isDatabaseError(error: unknown): error is Error {
  return error instanceof SqliteError || error instanceof PostgresError
}

/** True if PostgreSQL answered with this error. The error of a stopping server (class 57) replaces an answer. */
export function isPostgresAnswer(error: unknown): boolean {
  return error instanceof PostgresError && !error.code?.startsWith('57P')
}

/** True for a violated unique constraint. */
export function isUniqueViolation(error: unknown): boolean {
  return ['SQLITE_CONSTRAINT_UNIQUE', '23505'].includes(codeOf(error))
}

/** True for a violated foreign key. */
export function isForeignKeyViolation(error: unknown): boolean {
  return ['SQLITE_CONSTRAINT_FOREIGNKEY', '23503'].includes(codeOf(error))
}

/** True if the database reports a full disk. */
export function isDatabaseFull(error: unknown): boolean {
  return ['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', '53100'].includes(codeOf(error))
}

/** True if the database reports that it is read-only. A replaced file (`_DBMOVED`) is something else. */
export function isDatabaseReadOnly(error: unknown): boolean {
  return /^(?:SQLITE_READONLY(?!_DBMOVED)|25006$)/.test(codeOf(error))
}

/** True if a full or read-only disk may be the cause: for most operations the database reports only a disk error. */
export function isDiskFailure(error: unknown): boolean {
  return /^SQLITE_(?:IOERR|CANTOPEN)/.test(codeOf(error))
}

/** There was no connection to PostgreSQL. Its cause is the error of the last attempt. */
export class DatabaseUnavailableError extends Error {}

/** True if PostgreSQL aborted a transaction because of another one. A retry may succeed. */
export function isTransactionConflict(error: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(error))
}

/**
 * True if the database is busy, stopping or unreachable, and nothing of the transaction is stored: there was no connection, a limit of
 * `postgres-limits.ts` was reached (55P03, 57014, 25P03, 25P04), or conflicts kept recurring.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailableError) return true
  return isTransactionConflict(error) || /^(?:55P03|57014|57P0[1-3]|25P0[34])$/.test(codeOf(error))
}

/** The connection to PostgreSQL broke during a commit, whose outcome is unknown. Its cause is the connection error. */
export class LostCommitError extends Error {}

/** True if a commit was written but its fsync failed. A crash may still make it valid. */
export function mayHaveCommitted(error: unknown): boolean {
  return codeOf(error) === 'SQLITE_IOERR_FSYNC'
}

/** True if the database files are damaged. */
export function isDatabaseDamage(error: unknown): error is Error {
  return /^(?:SQLITE_(?:CORRUPT|NOTADB)|XX00[12]$)/.test(codeOf(error))
}

/** True if the table does not exist, as in a former version. */
export function isMissingTable(error: unknown): boolean {
  return codeOf(error) === '42P01' || (isDatabaseError(error) && error.message.startsWith('no such table'))
}

/** True if another process holds the lock. */
export function isLocked(error: unknown): boolean {
  return codeOf(error) === 'SQLITE_BUSY'
}

/** A sentence for the terminal. The database's own message does not name the database. */
export function databaseSentence(error: unknown): string | undefined {
  return isDatabaseError(error) ? `The database: ${error.message} (${codeOf(error)}).` : undefined
}

/**
 * SQLite's code as a word, or PostgreSQL's as five characters.
 *
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
function codeOf(error: unknown): string {
  return isDatabaseError(error) ? ((error as { code?: string }).code ?? '') : ''
}
