/** A place of a line, with the code of a sentence about it. */
export interface CellIssue<Column extends string> {
  column: Column
  code: string
  /** The wrong value of the cell. */
  value?: string | undefined
}

/** Longest excerpt of a cell in an answer, in characters. */
const SHOWN_VALUE_LENGTH = 60

/** The excerpt of a cell for an answer. */
export function shorten(text: string): string {
  return text.length > SHOWN_VALUE_LENGTH ? `${text.slice(0, SHOWN_VALUE_LENGTH).toWellFormed()}…` : text
}
