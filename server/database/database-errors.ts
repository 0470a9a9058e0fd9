import { SqliteError } from 'better-sqlite3'

/** True for what the database itself refuses or fails at. */
export function isDatabaseError(error: unknown): error is Error {
  return error instanceof SqliteError
}

/** True when a value that has to be unique is there already. */
export function isUniqueViolation(error: unknown): boolean {
  return codeOf(error) === 'SQLITE_CONSTRAINT_UNIQUE'
}

/** True when a row names another one that does not exist, or is still named by one. */
export function isForeignKeyViolation(error: unknown): boolean {
  return codeOf(error) === 'SQLITE_CONSTRAINT_FOREIGNKEY'
}

/** True when the database says that the disk has no room. */
export function isDatabaseFull(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'SQLITE_FULL' || code === 'SQLITE_IOERR_SHMSIZE'
}

/** True when a full disk may be behind the error: for most calls the database says only that the disk failed, not why. */
export function isDiskFailure(error: unknown): boolean {
  return /^SQLITE_(?:IOERR|CANTOPEN)/.test(codeOf(error))
}

/** True when a commit was written, but the disk did not say that it has it: a crash may still bring it about. */
export function mayHaveCommitted(error: unknown): boolean {
  return codeOf(error) === 'SQLITE_IOERR_FSYNC'
}

/** True when the files of the database are damaged. */
export function isDatabaseDamage(error: unknown): error is Error {
  return /^SQLITE_(?:CORRUPT|NOTADB)/.test(codeOf(error))
}

/** True when another process holds what was asked for. */
export function isLocked(error: unknown): boolean {
  return codeOf(error) === 'SQLITE_BUSY'
}

/** A sentence for the terminal: the database's own words do not say what they are about. */
export function databaseSentence(error: unknown): string | undefined {
  return error instanceof SqliteError ? `The database: ${error.message} (${error.code}).` : undefined
}

function codeOf(error: unknown): string {
  return error instanceof SqliteError ? error.code : ''
}
