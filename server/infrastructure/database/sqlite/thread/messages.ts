/** What the thread of the database is asked to do with the database `file`. */
export type Request = { file: string } & (
  | { work: 'read'; sql: string; parameters: readonly unknown[] }
  | { work: 'close' }
)

/** After a part that is not the last one, the main thread asks for the next one. */
export const NEXT_PART = 'next part'

/** Rows without their names, in parts, so that no message is long. */
export interface Part {
  columns: string[]
  rows: unknown[][]
  isLast: boolean
}

/** An error of the database. Its class does not survive the way between threads. */
interface Failure {
  message: string
  /** The code of SQLite; undefined if it is another error. */
  code: string | undefined
}

export type Answer = Part | { failure: Failure }
