import type { ColumnAnswers } from '#domain/tables/imported-table.ts'
import { ApiError, type IssueCode, invalid } from '#server/infrastructure/errors.ts'
import { shorten } from './cell-issue.ts'
import { type Delimiter, findDelimiter } from './find-delimiter.ts'
import {
  askedColumns,
  type Header,
  meaningOf,
  namesOf,
  readHeader,
  type TableShape,
} from './table-columns.ts'
import { isFilled, recordsOf } from './table-records.ts'

/** Empty lines count, too: spreadsheets write many of them. */
const LINES_PER_RECORD = 5

/** A line of a file: the texts of its cells that are not empty. */
export interface TableLine<Column extends string> {
  /** Its first line, counted from 1. */
  line: number
  cells: Map<Column, string>
  /** The column with an unclosed quotation mark: the other cells are then unknown. */
  openQuote?: Column
}

/** The open questions about the columns of a table. */
export interface Questions<Column extends string> {
  unknown: { head: string; example: string }[]
  /** What unknown ones may be. */
  free: Column[]
  /** The missing required columns. The table then has no lines. */
  missing: Column[]
}

export interface Table<Column extends string> {
  lines: TableLine<Column>[]
  /** The columns that are read. */
  columns: ReadonlySet<Column>
  delimiter: Delimiter
  /** The heads of the columns that are not read. */
  ignored: string[]
  questions: Questions<Column>
}

/** How to read the lines of a kind of table. */
export interface TableReading<Column extends string> extends TableShape<Column> {
  /** The column blamed for an unclosed quotation mark in an unread column. */
  textColumn: Column
  recordsMax: number
  /** The code of the sentence about too many records. */
  tooMany: IssueCode
  /** The text of a cell before our own export escaped its formulas. */
  restore(cell: string, columns: ReadonlySet<Column>): string
}

/**
 * @param answers the caller's mapping of unknown columns; undefined for a caller who expects no question
 * @throws ApiError `validation_failed` if the text is not a table with the required columns and there is no question, or as soon as it
 *   exceeds the limits
 */
export async function readTable<Column extends string>(
  reading: TableReading<Column>,
  csv: string,
  answers: ColumnAnswers | undefined,
): Promise<Table<Column>> {
  const countKnown = (names: readonly string[]) =>
    new Set(names.map((name) => meaningOf(reading, name)).filter(Boolean)).size
  const { delimiter, text, skipped } = findDelimiter(csv, countKnown)
  let header: Header<Column> | undefined
  let columns: ReadonlySet<Column> = new Set()
  let missing: Column[] = []
  let records = 0
  const lines: TableLine<Column>[] = []
  const examples = new Map<number, string>()
  for await (const { record, line, openQuoteAt } of recordsOf(text, delimiter)) {
    records += 1
    // One more, for the heads.
    if (records > LINES_PER_RECORD * reading.recordsMax + 1) throw invalid('csv', reading.tooMany)
    if (!header) {
      // Lines of delimiters only, which a spreadsheet writes for an empty sheet.
      if (!record.some(isFilled)) continue
      header = readHeader(reading, record, answers)
      columns = new Set(header.found.flatMap(({ column }) => column ?? []))
      missing = reading.required.filter((column) => !columns.has(column))
      if (missing.length > 0 && answers === undefined) throw missingColumns(reading, missing)
      continue
    }
    const { found } = header
    for (const [index, cell] of record.slice(0, found.length).entries())
      if (!examples.has(index) && isFilled(cell)) examples.set(index, cell)
    const cells = new Map(
      record.slice(0, found.length).flatMap((cell, index): [Column, string][] => {
        const column = found[index]?.column
        return column && cell !== '' ? [[column, reading.restore(cell, columns)]] : []
      }),
    )
    if (cells.size === 0 && openQuoteAt === undefined) continue
    if (lines.length === reading.recordsMax) throw invalid('csv', reading.tooMany)
    const openQuote =
      openQuoteAt === undefined ? {} : { openQuote: found[openQuoteAt]?.column ?? reading.textColumn }
    lines.push({ line: line + skipped, cells, ...openQuote })
  }
  if (!header) throw invalid('csv', 'empty_table')
  const asked = askedColumns(header, (index) => examples.has(index))
  if (missing.length > 0 && asked.size === 0) throw missingColumns(reading, missing)
  const taken = new Set(header.found.flatMap((each) => (asked.has(each) ? [] : (each.column ?? []))))
  const questions: Questions<Column> = {
    unknown: header.found.flatMap((each, index) =>
      asked.has(each)
        ? { head: each.key, example: shorten(reading.restore(examples.get(index) ?? '', columns)) }
        : [],
    ),
    free: reading.columns.filter((column) => !taken.has(column)),
    missing,
  }
  return { lines: missing.length > 0 ? [] : lines, columns, delimiter, ignored: header.ignored, questions }
}

/**
 * Refuses to write while an unmapped column has data.
 *
 * @throws ApiError `columns_unanswered`
 */
export function refuseUnanswered({ questions }: Pick<Table<string>, 'questions'>): void {
  if (questions.unknown.length > 0) throw new ApiError('columns_unanswered')
}

function missingColumns<Column extends string>(
  shape: TableShape<Column>,
  missing: readonly Column[],
): ApiError {
  return invalid('csv', 'missing_columns', (language) => namesOf(shape, missing, language))
}
