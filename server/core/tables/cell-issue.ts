/** A place of a line, with the code of a sentence about it. */
export interface CellIssue<Column extends string> {
  column: Column
  code: string
  /** What the cell says, if that is wrong. */
  value?: string | undefined
}

/** How much of a cell an answer shows, in characters. */
const SHOWN_VALUE_LENGTH = 60

/** The beginning of what a cell says, for an answer. */
export function shorten(text: string): string {
  return text.length > SHOWN_VALUE_LENGTH ? `${text.slice(0, SHOWN_VALUE_LENGTH).toWellFormed()}…` : text
}
