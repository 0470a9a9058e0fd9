import { parse } from 'csv-parse/sync'
import { IMPORTED_COLUMNS_MAX } from '#domain/tables/imported-table.ts'

/** The characters between columns: those of Turkish and of English spreadsheets, and that of a table copied from one. */
const DELIMITERS = [';', ',', '\t'] as const
export type Delimiter = (typeof DELIMITERS)[number]

/** The first line with which Excel names the delimiter. Other programs write it in quotes, or in capitals. */
const DELIMITER_LINE = /^\uFEFF?"?sep=(.)"?(?:\r\n|\r|\n)/i
/** Lines of separators only, which a spreadsheet writes for empty rows. */
const EMPTY_LINES = /^\uFEFF?(?:[;,\t" ]*(?:\r\n|\r|\n))+/
/** Where the names of the columns are, in characters. */
const HEAD_LENGTH = 64 * 1024

/**
 * The delimiter of a table: the one that its first line names, else that with which its first row has the most known columns, or without any the most.
 *
 * @param countKnown counts the names that are known
 * @returns also the rest of the text, and how many lines are before it
 */
export function findDelimiter(
  csv: string,
  countKnown: (names: readonly string[]) => number,
): { delimiter: Delimiter; text: string; skipped: number } {
  const [line = '', named] = DELIMITER_LINE.exec(csv) ?? []
  const text = csv.slice(line.length)
  const skipped = line === '' ? 0 : 1
  const chosen = DELIMITERS.find((each) => each === named)
  if (chosen) return { delimiter: chosen, text, skipped }
  const head = text.slice(0, HEAD_LENGTH).replace(EMPTY_LINES, '')
  const found = DELIMITERS.map((delimiter) => {
    const names = namesIn(head, delimiter)
    return { delimiter, known: countKnown(names), names: names.length }
  })
  const { delimiter } = found.reduce((most, each) =>
    each.known > most.known || (each.known === 0 && most.known === 0 && each.names > most.names)
      ? each
      : most,
  )
  return { delimiter, text, skipped }
}

/** The cells of the first row, which may have several lines; none if it cannot be read. */
function namesIn(head: string, delimiter: Delimiter): string[] {
  try {
    const options = { bom: true, delimiter, relax_quotes: true, relax_column_count: true, to: 1, trim: true }
    const [names = []] = parse(head, options) as unknown as string[][]
    return names.slice(0, IMPORTED_COLUMNS_MAX)
  } catch {
    return []
  }
}
