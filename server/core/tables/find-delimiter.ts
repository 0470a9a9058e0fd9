import { parse } from 'csv-parse/sync'
import { IMPORTED_COLUMNS_MAX } from '#domain/tables/imported-table.ts'

/** The delimiters: those of Turkish and English spreadsheets, and of a copied table. */
const DELIMITERS = [';', ',', '\t'] as const
export type Delimiter = (typeof DELIMITERS)[number]

/** Excel's first line with the delimiter. Other programs write it in quotes or capitals. */
const DELIMITER_LINE = /^\uFEFF?"?sep=(.)"?(?:\r\n|\r|\n)/i
/** Lines of delimiters only, which spreadsheets write for empty rows. */
const EMPTY_LINES = /^\uFEFF?(?:[;,\t" ]*(?:\r\n|\r|\n))+/
/** The length of the header row, in characters. */
const HEAD_LENGTH = 64 * 1024

/**
 * The delimiter of a table: the one in its first line, else the one with the most known columns in its header row, or else the most
 * columns.
 *
 * @param countKnown counts the known names
 * @returns also the rest of the text, and the number of lines before it
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

/** The cells of the first row, which may span lines; none if unreadable. */
function namesIn(head: string, delimiter: Delimiter): string[] {
  try {
    const options = { bom: true, delimiter, relax_quotes: true, relax_column_count: true, to: 1, trim: true }
    const [names = []] = parse(head, options) as unknown as string[][]
    return names.slice(0, IMPORTED_COLUMNS_MAX)
  } catch {
    return []
  }
}
