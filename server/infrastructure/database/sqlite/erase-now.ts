import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Database as Connection } from 'better-sqlite3'
import { MIB } from '#domain/limits.ts'
import { isDiskFailure } from '#server/infrastructure/database/database-errors.ts'

/** How long erasing waits for readers, in milliseconds. */
const READERS_TIMEOUT_MS = 2000
/** Above this size, in bytes, `VACUUM` copies the database to a file, else in memory. */
const COPIED_IN_MEMORY_MAX = 64 * MIB
/** Space that a `VACUUM` leaves free, in bytes. */
const FREE_AFTER_VACUUM = 256 * MIB

/**
 * The `user_version` of a database without bytes of deleted rows. With 0, the file may have some, as in versions without `secure_delete`.
 */
const VACUUMED = 1

/** Marks a new database, without deleted rows. */
export function skipVacuum(connection: Connection): void {
  connection.pragma(`user_version = ${VACUUMED}`)
}

/**
 * Rewrites the database if that was requested, and empties the WAL.
 *
 * @param connection one that can write
 * @param isComplete false to empty the WAL only
 * @throws if another process reads or writes, or space is too low. Nothing is lost then.
 */
export function eraseNow(connection: Connection, isComplete: boolean): void {
  connection.pragma(`busy_timeout = ${READERS_TIMEOUT_MS}`)
  connection.pragma('synchronous = FULL')
  try {
    if (isComplete && connection.pragma('user_version', { simple: true }) !== VACUUMED) vacuum(connection)
  } finally {
    emptyLogNow(connection)
  }
}

function emptyLogNow(connection: Connection): void {
  const busy = connection.pragma('wal_checkpoint(TRUNCATE)', { simple: true })
  if (busy !== 0) throw new Error('Another process reads the database: its WAL cannot be emptied now.')
}

/** Reads continue meanwhile. */
function vacuum(connection: Connection): void {
  const pages = Number(connection.pragma('page_count', { simple: true }))
  const bytes = pages * Number(connection.pragma('page_size', { simple: true }))
  refuseWithoutSpace(connection.name, bytes)
  connection.pragma('secure_delete = ON')
  connection.pragma(`temp_store = ${bytes > COPIED_IN_MEMORY_MAX ? 'FILE' : 'MEMORY'}`)
  try {
    connection.exec('vacuum')
  } catch (error) {
    // No folder for temporary files is writable.
    if (bytes <= COPIED_IN_MEMORY_MAX || !isDiskFailure(error)) throw error
    connection.pragma('temp_store = MEMORY')
    connection.exec('vacuum')
  }
  connection.pragma(`user_version = ${VACUUMED}`)
}

/** A `VACUUM` writes the database twice: into a temporary file, and into the WAL. */
function refuseWithoutSpace(file: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(dirname(file))
  const needed = 2 * bytes + FREE_AFTER_VACUUM
  if (bavail * bsize >= needed) return
  throw new Error(
    `Too little free space to erase deleted data completely: ${Math.ceil(needed / MIB)} MiB are needed.`,
  )
}
