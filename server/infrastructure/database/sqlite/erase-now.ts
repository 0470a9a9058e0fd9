import type { Database as Connection } from 'better-sqlite3'
import { MIB } from '#domain/limits.ts'
import { isDiskFailure } from '#server/infrastructure/database/database-errors.ts'

/** How long erasing waits for statements of the main thread that read, in milliseconds. They are short. */
const READERS_TIMEOUT_MS = 200
/** The copy that `VACUUM` makes of a larger database is a file, in bytes. Smaller ones are copied in memory. */
const COPIED_IN_MEMORY_MAX = 64 * MIB

/**
 * The `user_version` of a database without bytes of deleted rows. With 0, the file may still have such bytes, as all files of
 * versions without `secure_delete` have.
 */
const VACUUMED = 1

/** Marks a new database, from which no row was deleted. */
export function skipVacuum(connection: Connection): void {
  connection.pragma(`user_version = ${VACUUMED}`)
}

/** True if the file may have bytes of deleted rows. */
export function needsVacuum(connection: Connection): boolean {
  return connection.pragma('user_version', { simple: true }) !== VACUUMED
}

/** Writes the WAL back and empties it. @param connection one that can write @throws as `eraseDeleted` */
export function emptyLogNow(connection: Connection): void {
  connection.pragma(`busy_timeout = ${READERS_TIMEOUT_MS}`)
  connection.pragma('synchronous = FULL')
  const busy = connection.pragma('wal_checkpoint(TRUNCATE)', { simple: true })
  if (busy !== 0) throw new Error('Another process reads the database: its WAL cannot be emptied now.')
}

/** Writes the whole database again. Others read it meanwhile. @param connection one that can write @throws if the disk is full, or another process writes */
export function vacuum(connection: Connection): void {
  connection.pragma('synchronous = FULL')
  connection.pragma('secure_delete = ON')
  try {
    copyAll(connection)
    connection.pragma(`user_version = ${VACUUMED}`)
    // Most of the WAL is written back here, so that nobody waits for it when it is emptied.
    connection.pragma('wal_checkpoint(PASSIVE)')
  } catch (error) {
    // On a full disk, the pages that were already written to the WAL take the last free space.
    connection.pragma('wal_checkpoint(TRUNCATE)')
    throw error
  }
}

function copyAll(connection: Connection): void {
  const pages = Number(connection.pragma('page_count', { simple: true }))
  const bytes = pages * Number(connection.pragma('page_size', { simple: true }))
  connection.pragma(`temp_store = ${bytes > COPIED_IN_MEMORY_MAX ? 'FILE' : 'MEMORY'}`)
  try {
    connection.exec('vacuum')
  } catch (error) {
    // No folder for temporary files can be written.
    if (bytes <= COPIED_IN_MEMORY_MAX || !isDiskFailure(error)) throw error
    connection.pragma('temp_store = MEMORY')
    connection.exec('vacuum')
  }
}
