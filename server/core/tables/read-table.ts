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

/** Lines without a record count, too: spreadsheets write many of them. */
const LINES_PER_RECORD = 5

/** A line of a file: the texts of its cells that are not empty. */
export interface TableLine<Column extends string> {
  /** Where it begins, counted from 1. */
  line: number
  cells: Map<Column, string>
  /** The column in which a quotation mark is not closed: the other cells cannot be told apart then. */
  openQuote?: Column
}

/** What is to be asked about the columns of a table. */
export interface Questions<Column extends string> {
  unknown: { head: string; example: string }[]
  /** What the unknown ones may be. */
  free: Column[]
  /** The required columns that are missing. Then the table has no lines. */
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

/** How the lines of a kind of table are read. */
export interface TableReading<Column extends string> extends TableShape<Column> {
  /** The column at which a quotation mark that is not closed counts if it is in a column that is not read. */
  textColumn: Column
  recordsMax: number
  /** The code of the sentence about more records. */
  tooMany: IssueCode
  /** The text of a cell as it was before our own file has disarmed its formulas. */
  restore(cell: string, columns: ReadonlySet<Column>): string
}

/**
 * @param answers what the caller says about unknown columns; undefined for a caller who expects no question
 * @throws ApiError `validation_failed` if the text is not a table with the required columns and there is nothing to ask, or as soon as it is
 *   larger than the limits
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
      // Lines of separators only, which a spreadsheet writes for an empty sheet.
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
 * Refuses to write while a column with data is left out that nobody has said anything about.
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
