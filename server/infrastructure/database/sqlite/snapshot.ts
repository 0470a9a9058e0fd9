import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { syncFolder } from '#server/infrastructure/disk/durable-files.ts'
import { readerOver } from './reader-over.ts'
import { DATABASE_FILE } from './sqlite-database.ts'

/**
 * The tables without rows in a backup: it has no files of deleted records, and a restore must not revive sessions that have ended, or mailed
 * passwords, invitations and links that were used or revoked.
 */
export const EMPTIED_TABLES = [
  'file_removal',
  'session',
  'mailed_password',
  'passkey_challenge',
  'invitation',
  'link',
]

/** The database copy in the folder of an incomplete backup. */
export class Snapshot {
  readonly read: Reader
  readonly #connection: SQLite.Database
  readonly #folder: string

  /** @param folder has the copy at `pathIn(folder)` */
  constructor(folder: string) {
    this.#folder = folder
    this.#connection = new SQLite(Snapshot.pathIn(folder))
    this.read = readerOver(this.#connection)
  }

  /** The path of the copy until the backup is complete. */
  static pathIn(folder: string): string {
    return join(folder, `${DATABASE_FILE}.unfinished`)
  }

  /** Deletes rows, and those that let people in, and removes their bytes from the file. */
  async deleteRows(rows: readonly { table: string; id: number }[]): Promise<void> {
    this.#connection.pragma('foreign_keys = ON')
    this.#connection.pragma('secure_delete = ON')
    this.#connection.transaction(() => {
      for (const { table, id } of rows) {
        this.#connection.prepare(`delete from ${table} where id = ?`).run(id)
      }
      for (const table of EMPTIED_TABLES) {
        // A former version may not have it.
        const exists = this.#connection.prepare('select 1 from sqlite_schema where name = ?').get(table)
        if (exists) this.#connection.exec(`delete from ${table}`)
      }
    })()
  }

  async close(): Promise<void> {
    this.#connection.close()
  }

  /** Flushes the database and its folder to disk (fsync). The database then gets its final name, which completes the backup. */
  async finish(): Promise<void> {
    const unfinished = Snapshot.pathIn(this.#folder)
    await syncFile(unfinished)
    await syncFolder(this.#folder)
    await rename(unfinished, join(this.#folder, DATABASE_FILE))
    await syncFolder(this.#folder)
  }
}

async function syncFile(path: string): Promise<void> {
  await using file = await open(path, 'r+')
  await file.sync()
}
