import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Database as Connection } from 'better-sqlite3'
import { MIB } from '#domain/limits.ts'
import { isDiskFailure } from '#server/infrastructure/database/database-errors.ts'

/** How long erasing waits for statements that read, in milliseconds. */
const READERS_TIMEOUT_MS = 2000
/** The copy that `VACUUM` makes of a larger database is a file, in bytes. Smaller ones are copied in memory. */
const COPIED_IN_MEMORY_MAX = 64 * MIB
/** How much space a `VACUUM` leaves free, in bytes. */
const FREE_AFTER_VACUUM = 256 * MIB

/**
 * The `user_version` of a database without bytes of deleted rows. With 0, the file may still have such bytes, as all files of
 * versions without `secure_delete` have.
 */
const VACUUMED = 1

/** Marks a new database, from which no row was deleted. */
export function skipVacuum(connection: Connection): void {
  connection.pragma(`user_version = ${VACUUMED}`)
}

/**
 * Writes the whole database again if that was requested, and writes the WAL back and empties it.
 *
 * @param connection one that can write
 * @param isComplete false to empty the WAL only
 * @throws if another process reads or writes, or there is too little space. Nothing is lost then.
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

/** Others read meanwhile. */
function vacuum(connection: Connection): void {
  const pages = Number(connection.pragma('page_count', { simple: true }))
  const bytes = pages * Number(connection.pragma('page_size', { simple: true }))
  refuseWithoutSpace(connection.name, bytes)
  connection.pragma('secure_delete = ON')
  connection.pragma(`temp_store = ${bytes > COPIED_IN_MEMORY_MAX ? 'FILE' : 'MEMORY'}`)
  try {
    connection.exec('vacuum')
  } catch (error) {
    // No folder for temporary files can be written.
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
