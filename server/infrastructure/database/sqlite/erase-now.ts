import type { Database as Connection } from 'better-sqlite3'

/** How long erasing waits for statements of the main thread that read, in milliseconds. They are short. */
const READERS_TIMEOUT_MS = 200

/**
 * The `user_version` of a database without bytes of deleted rows. With 0, the file may still have such bytes, as all files of
 * versions without `secure_delete` have.
 */
const VACUUMED = 1

/** Marks a new database, from which no row was deleted. */
export function skipVacuum(connection: Connection): void {
  connection.pragma(`user_version = ${VACUUMED}`)
}

/** Does the work of `eraseDeleted`. @param connection one that can write @throws as `eraseDeleted` */
export function eraseNow(connection: Connection): void {
  connection.pragma('temp_store = MEMORY')
  connection.pragma('secure_delete = ON')
  if (connection.pragma('user_version', { simple: true }) !== VACUUMED) vacuum(connection)
  emptyLogNow(connection)
}

/** Writes the WAL back and empties it. @param connection one that can write @throws as `eraseDeleted` */
export function emptyLogNow(connection: Connection): void {
  connection.pragma(`busy_timeout = ${READERS_TIMEOUT_MS}`)
  connection.pragma('synchronous = FULL')
  const busy = connection.pragma('wal_checkpoint(TRUNCATE)', { simple: true })
  if (busy !== 0) throw new Error('Another process reads the database: its WAL cannot be emptied now.')
}

function vacuum(connection: Connection): void {
  try {
    connection.exec('vacuum')
    connection.pragma(`user_version = ${VACUUMED}`)
  } catch (error) {
    // On a full disk, the pages that were already written to the WAL take the last free space.
    connection.pragma('wal_checkpoint(TRUNCATE)')
    throw error
  }
}
