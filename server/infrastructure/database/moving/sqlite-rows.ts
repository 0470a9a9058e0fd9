import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { readMigrations } from '#server/infrastructure/database/migrations.ts'
import {
  columnList,
  type MovedRows,
  quote,
  ROWS_AT_ONCE,
  type Row,
  type RowTarget,
  refuseOtherMigrations,
  selectAll,
  type WaitingJob,
} from '#server/infrastructure/database/moved-rows.ts'
import { DATABASE_FILE, openSqlite } from '#server/infrastructure/database/sqlite/sqlite-database.ts'
import { connectUnchanged } from '#server/infrastructure/database/sqlite/unchanged-database.ts'
import { MarkerFile } from '#server/infrastructure/disk/marker-file.ts'
import type { Table } from './tables.ts'

/** In a data folder whose database is the target of a move. */
const MARKER_FILE = 'unfinished-move-of-rows'

/** Reads the database of a data folder, and changes nothing in it. @throws if there is none, or if it is of another version */
export async function openSqliteRows(dataDir: string): Promise<MovedRows> {
  const connection = await connectUnchanged(dataDir)
  try {
    const ran = connection.prepare('select name from migration').pluck().all() as string[]
    const known = readMigrations('sqlite').map(({ name }) => name)
    refuseOtherMigrations(ran, known, `The database in ${dataDir}`)
    return new SqliteRows(connection)
  } catch (error) {
    connection.close()
    throw error
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

  async tokenSecret(): Promise<undefined> {}

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

export function sqliteMoveMarker(dataDir: string): MarkerFile {
  return new MarkerFile(join(dataDir, MARKER_FILE))
}

/** The database of a data folder as the target of a move. */
export class SqliteTarget implements RowTarget {
  readonly marker: MarkerFile
  readonly #dataDir: string

  constructor(dataDir: string) {
    this.#dataDir = dataDir
    this.marker = sqliteMoveMarker(dataDir)
  }

  async isEmpty(): Promise<boolean> {
    return !existsSync(join(this.#dataDir, DATABASE_FILE))
  }

  async write(
    tables: readonly Table[],
    rows: MovedRows,
    _tokenSecret: string | undefined,
    onRows: (count: number) => void,
  ): Promise<readonly string[]> {
    const file = join(this.#dataDir, DATABASE_FILE)
    for (const suffix of ['', '-wal', '-shm']) await rm(`${file}${suffix}`, { force: true })
    const made = await openSqlite(this.#dataDir)
    await made.close()
    const connection = new SQLite(file)
    try {
      connection.pragma('synchronous = FULL')
      // The rows are consistent, and `verify` checks them at the end.
      connection.pragma('foreign_keys = OFF')
      connection.exec('begin immediate')
      const triggers = connection
        .prepare(`select name, sql from sqlite_schema where type = 'trigger'`)
        .all() as { name: string; sql: string }[]
      // The triggers would count photos that `photo_year` counts already.
      for (const { name } of triggers) connection.exec(`drop trigger ${quote(name)}`)
      for (const table of tables) await fill(connection, table, rows, onRows)
      insertJobs(connection, await rows.waitingJobs())
      for (const { sql } of triggers) connection.exec(sql)
      connection.exec('commit')
      connection.pragma('wal_checkpoint(TRUNCATE)')
      return made.migrations
    } finally {
      connection.close()
    }
  }
}

async function fill(
  connection: SQLite.Database,
  table: Table,
  rows: MovedRows,
  onRows: (count: number) => void,
): Promise<void> {
  connection.exec(`delete from ${quote(table.name)}`)
  const values = table.columns.map(() => '?').join(', ')
  const insert = connection.prepare(
    `insert into ${quote(table.name)} (${columnList(table)}) values (${values})`,
  )
  for await (const part of rows.read(table)) {
    for (const row of part) insert.run(row)
    onRows(part.length)
  }
  const lastId = table.isNumbered ? await rows.lastId(table) : undefined
  if (lastId === undefined) return
  // SQLite has set it to the greatest id of the rows. Ids of deleted rows must not be given again, too.
  const { changes } = connection
    .prepare('update sqlite_sequence set seq = max(seq, ?) where name = ?')
    .run(lastId, table.name)
  if (changes === 0) {
    connection.prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(table.name, lastId)
  }
}

function insertJobs(connection: SQLite.Database, jobs: readonly WaitingJob[]): void {
  const insert = connection.prepare(
    'insert into job (kind, key, payload, queue, priority, max_attempts, run_at) values (@kind, @key, @payload, @queue, @priority, @maxAttempts, 0)',
  )
  for (const job of jobs) insert.run(job)
}
