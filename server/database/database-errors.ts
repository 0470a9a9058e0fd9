import { SqliteError } from 'better-sqlite3'

/** True for errors of the database itself. */
export function isDatabaseError(error: unknown): error is Error {
  return error instanceof SqliteError
}

/** True if a value that must be unique exists already. */
export function isUniqueViolation(error: unknown): boolean {
  return codeOf(error) === 'SQLITE_CONSTRAINT_UNIQUE'
}

/** True if a row refers to a row that does not exist, or a deleted row is still referred to. */
export function isForeignKeyViolation(error: unknown): boolean {
  return codeOf(error) === 'SQLITE_CONSTRAINT_FOREIGNKEY'
}

/** True if the database says that the disk is full. */
export function isDatabaseFull(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'SQLITE_FULL' || code === 'SQLITE_IOERR_SHMSIZE'
}

/** True if a full disk may be the cause: for most operations the database says only that the disk failed, not why. */
export function isDiskFailure(error: unknown): boolean {
  return /^SQLITE_(?:IOERR|CANTOPEN)/.test(codeOf(error))
}

/** True if a commit was written but its fsync failed. A crash may still make it valid. */
export function mayHaveCommitted(error: unknown): boolean {
  return codeOf(error) === 'SQLITE_IOERR_FSYNC'
}

/** True if the files of the database are damaged. */
export function isDatabaseDamage(error: unknown): error is Error {
  return /^SQLITE_(?:CORRUPT|NOTADB)/.test(codeOf(error))
}

/** True if another process holds the lock. */
export function isLocked(error: unknown): boolean {
  return codeOf(error) === 'SQLITE_BUSY'
}

/** A sentence for the terminal. The message of SQLite alone does not say that the database is meant. */
export function databaseSentence(error: unknown): string | undefined {
  return error instanceof SqliteError ? `The database: ${error.message} (${error.code}).` : undefined
}

function codeOf(error: unknown): string {
  return error instanceof SqliteError ? error.code : ''
}
