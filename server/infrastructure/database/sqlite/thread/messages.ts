/** A request to the database thread for the database `file`. */
export type Request = { file: string } & (
  | { work: 'read'; sql: string; parameters: readonly unknown[] }
  | { work: 'close' }
)

/** After each part but the last, the main thread requests the next. */
export const NEXT_PART = 'next part'

/** Rows without their names, in parts, so that no message is long. */
export interface Part {
  columns: string[]
  rows: unknown[][]
  isLast: boolean
}

/** An error of the database. Its class does not survive the transfer between threads. */
interface Failure {
  message: string
  /** The SQLite code; undefined for another error. */
  code: string | undefined
}

export type Answer = Part | { failure: Failure }
