import type SQLite from 'better-sqlite3'
import { isFromBeforeBaseline, readMigrations } from '#server/infrastructure/database/migrations.ts'
import { connectUnchanged } from '#server/infrastructure/database/sqlite/unchanged-database.ts'
import { type MovedRows, ROWS_AT_ONCE, type Row, selectAll, type WaitingJob } from './moved-rows.ts'
import type { Table } from './tables.ts'

/** Reads the database of a data folder without changing it. @throws if it is missing, or of another version */
export async function openSqliteRows(dataDir: string): Promise<MovedRows> {
  const connection = await connectUnchanged(dataDir)
  try {
    refuseOtherVersion(connection, dataDir)
    return new SqliteRows(connection)
  } catch (error) {
    connection.close()
    throw error
  }
}

function refuseOtherVersion(connection: SQLite.Database, dataDir: string): void {
  const ran = new Set(connection.prepare('select name from migration').pluck().all() as string[])
  const known = new Set(readMigrations('sqlite').map(({ name }) => name))
  const unknown = isFromBeforeBaseline(ran) ? undefined : [...ran].find((name) => !known.has(name))
  if (unknown !== undefined) {
    throw new Error(
      `The database in ${dataDir} has the migration ${unknown}, unknown to this version of Kanat.`,
    )
  }
  if ([...known].some((name) => !ran.has(name))) {
    throw new Error(
      `The database in ${dataDir} is of an older version. Start and stop this version of the server with it first.`,
    )
  }
}

class SqliteRows implements MovedRows {
  readonly #connection: SQLite.Database

  constructor(connection: SQLite.Database) {
    this.#connection = connection
  }

  async *read(table: Table): AsyncGenerator<Row[]> {
    let part: Row[] = []
    for (const row of this.#connection.prepare(selectAll(table)).raw().iterate()) {
      part.push(row as Row)
      if (part.length < ROWS_AT_ONCE) continue
      yield part
      part = []
    }
    if (part.length > 0) yield part
  }

  async lastId({ name }: Table): Promise<number | undefined> {
    return this.#connection.prepare('select seq from sqlite_sequence where name = ?').pluck().get(name) as
      | number
      | undefined
  }

  async waitingJobs(): Promise<WaitingJob[]> {
    return this.#connection
      .prepare(
        `select kind, key, payload, queue, priority, max_attempts as maxAttempts from job where attempts < max_attempts order by key`,
      )
      .all() as WaitingJob[]
  }

  async close(): Promise<void> {
    this.#connection.close()
  }
}
