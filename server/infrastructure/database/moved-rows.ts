/** Reading and writing whole databases, for a move from one to another. */
import { createHash } from 'node:crypto'
import type { Table } from '#server/infrastructure/database/moving/tables.ts'
import type { MoveMarker } from '#server/infrastructure/disk/move-marker.ts'

/** The values in the order of the columns of the table. */
export type Row = (string | number | null)[]

/** How many rows are read and written at once. */
export const ROWS_AT_ONCE = 5000

/** A job that has to run. Each database has jobs in its own form. */
export interface WaitingJob {
  kind: string
  key: string
  /** JSON. */
  payload: string
  queue: string | null
  priority: number
  maxAttempts: number
}

/** A database as it is at one moment. */
export interface MovedRows {
  /** All rows of the table in the order of its primary key, some at a time. */
  read(table: Table): AsyncIterable<Row[]>
  /** The greatest id that the table has ever given to a row; undefined if the database does not know more than its rows say. */
  lastId(table: Table): Promise<number | undefined>
  /** The secret that signs tokens, if the database has it. */
  tokenSecret(): Promise<string | undefined>
  /** The jobs that still have to run, in the order of their keys. */
  waitingJobs(): Promise<WaitingJob[]>
  close(): Promise<void>
}

/** A database that gets the rows of another one. */
export interface RowTarget {
  marker: MoveMarker
  isEmpty(): Promise<boolean>
  /**
   * Replaces everything in the database by these rows and jobs, in one transaction.
   *
   * @param onRows is called with the number of rows of each part that was written
   * @returns the names of the migrations that made its tables
   */
  write(
    tables: readonly Table[],
    rows: MovedRows,
    tokenSecret: string | undefined,
    onRows: (count: number) => void,
  ): Promise<readonly string[]>
}

/** The number of rows of a table and their SHA-256. It is the same for equal rows in different databases. */
export async function hashRows(
  rows: MovedRows,
  table: Table,
  onRows: (count: number) => void,
): Promise<{ count: number; sha256: string }> {
  const hash = createHash('sha256')
  let count = 0
  for await (const part of rows.read(table)) {
    for (const row of part) hash.update(`${JSON.stringify(row)}\n`)
    count += part.length
    onRows(part.length)
  }
  return { count, sha256: hash.digest('hex') }
}

/** @throws with a sentence if the database has other migrations than this version */
export function refuseOtherMigrations(ran: readonly string[], known: readonly string[], place: string): void {
  const missing = known.filter((name) => !ran.includes(name))
  const unknown = ran.filter((name) => !known.includes(name))
  if (unknown.length > 0) {
    throw new Error(`${place} knows the migration ${unknown[0]}, this version of Kanat does not.`)
  }
  if (missing.length > 0) {
    throw new Error(`${place} is of an older version. Start and stop this version of the server on it first.`)
  }
}

/** The name of a table or a column in a statement. */
export function quote(name: string): string {
  return `"${name}"`
}

export function columnList({ columns }: Table): string {
  return columns.map(({ name }) => quote(name)).join(', ')
}

/** The statement that reads all rows in the order of the primary key. */
export function selectAll(table: Table): string {
  return `select ${columnList(table)} from ${quote(table.name)} order by ${table.key.map(quote).join(', ')}`
}
