/** Reading whole databases, for a move from SQLite to PostgreSQL. */
import { createHash } from 'node:crypto'
import type { Table } from './tables.ts'

/** The values in the order of the columns of the table. */
export type Row = (string | number | null)[]

/** Rows read and written at once. */
export const ROWS_AT_ONCE = 5000

/** A pending job. Each database stores jobs in its own form. */
export interface WaitingJob {
  kind: string
  key: string
  /** JSON. */
  payload: string
  queue: string | null
  priority: number
  maxAttempts: number
}

/** A consistent snapshot of a database. */
export interface MovedRows {
  /** All rows of the table in batches, ordered by primary key. */
  read(table: Table): AsyncIterable<Row[]>
  /** The greatest id ever given in the table; undefined if only its rows tell. */
  lastId(table: Table): Promise<number | undefined>
  /** The pending jobs, ordered by key. */
  waitingJobs(): Promise<WaitingJob[]>
  close(): Promise<void>
}

/** The number of rows of a table and their SHA-256, the same for equal rows in different databases. */
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

/** The quoted name of a table or a column. */
export function quote(name: string): string {
  return `"${name}"`
}

export function columnList({ columns }: Table): string {
  return columns.map(({ name }) => quote(name)).join(', ')
}

/** The statement for all rows, ordered by primary key. */
export function selectAll(table: Table): string {
  return `select ${columnList(table)} from ${quote(table.name)} order by ${table.key.map(quote).join(', ')}`
}
