/** Reading whole databases, for a move from SQLite to PostgreSQL. */
import { createHash } from 'node:crypto'
import type { Table } from './tables.ts'

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
  /** The jobs that still have to run, in the order of their keys. */
  waitingJobs(): Promise<WaitingJob[]>
  close(): Promise<void>
}

/** The number of rows of a table and their SHA-256. It is the same for equal rows in different databases. */
export async function hashRows(
  rows: MovedRows,
  table: Table,
  onRows: (count: number) => void = () => {},
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
