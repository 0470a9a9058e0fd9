import { Readable } from 'node:stream'
import { type Parser, parse } from 'csv-parse'
import { IMPORTED_COLUMNS_MAX, IMPORTED_FINDINGS_MAX } from '#domain/findings/finding-import.ts'
import type { Language } from '#domain/text/language.ts'
import { foldForSearch } from '#domain/text/turkish.ts'
import { restoreFormulas } from '#server/core/media/csv.ts'
import { FINDING_WORDS, type FindingColumn } from '#server/features/findings/files/finding-table.ts'
import { ApiError, invalid } from '#server/infrastructure/errors.ts'
import { answerOthers } from '#server/infrastructure/in-turns.ts'
import { PARSERS } from './parse-cells.ts'

/** The characters between columns: those of Turkish and of English spreadsheets, and that of a table copied from one. */
const DELIMITERS = [';', ',', '\t'] as const
type Delimiter = (typeof DELIMITERS)[number]

/** The longest name of a column that is compared with the known ones, and that an answer shows, in characters. */
const NAME_MAX_LENGTH = 200

/** The greatest number of lines that are read. Lines without a finding count, too: spreadsheets write many of them. */
const LINES_MAX = 5 * IMPORTED_FINDINGS_MAX

/** The longest line, in bytes. It has 100 cells at most, of which only the description is long. */
const LINE_BYTES_MAX = 128 * 1024

/** How much of a file is parsed at a stretch, in bytes: some milliseconds of work, even if each line has one character. */
const PART_BYTES = 1024

/** One finding of a file: the texts of its cells that are not empty. */
export interface TableLine {
  /** Where it begins, counted from 1. */
  line: number
  cells: Map<FindingColumn, string>
}

export interface Table {
  lines: TableLine[]
  /** The columns that are read. */
  columns: ReadonlySet<FindingColumn>
  delimiter: Delimiter
  /** The names of the columns that an import does not read. */
  ignored: string[]
}

/** The columns that other programs of the portal's users write, besides the names of our own files. */
const COLUMNS = new Map<string, FindingColumn>()
for (const { columns } of Object.values(FINDING_WORDS)) {
  for (const [column, name] of Object.entries(columns)) {
    COLUMNS.set(foldForSearch(column), column as FindingColumn)
    COLUMNS.set(foldForSearch(name), column as FindingColumn)
    // `Uzunluk (mm)` without its unit.
    COLUMNS.set(foldForSearch(name.replace(/\s*\(.*\)$/, '')), column as FindingColumn)
  }
}

const READ_COLUMNS = new Set<string>(['turbine', 'number', 'photo', 'earlier', ...Object.keys(PARSERS)])

/** The columns without which no line is a finding. */
const REQUIRED: FindingColumn[] = ['blade', 'side', 'type']

/**
 * Files that have this column disarm formulas after each separator. Others, of former versions and of other programs, have a mark at the
 * beginning of a cell only; elsewhere a `'` belongs to their text.
 */
const COLUMN_OF_DISARMED_FILES: FindingColumn = 'own_due_on'
const FORMER_MARK = /^'(?=[=+\-@])/

/** The first line with which Excel names the delimiter. */
const DELIMITER_LINE = /^\uFEFF?sep=(.)\r?\n/

/** @throws ApiError `validation_failed` if the text is not a table with these columns, or as soon as it is larger than the limits */
export async function readTable(csv: string): Promise<Table> {
  const [delimiterLine = '', named] = DELIMITER_LINE.exec(csv) ?? []
  const skipped = delimiterLine === '' ? 0 : 1
  const text = csv.slice(delimiterLine.length)
  const delimiter = DELIMITERS.find((each) => each === named) ?? delimiterOf(text)
  let header: Header | undefined
  let records = 0
  const lines: TableLine[] = []
  for await (const { record, line } of recordsOf(text, delimiter)) {
    records += 1
    // One more, for the names of the columns.
    if (records > LINES_MAX + 1) throw invalid('csv', 'too_many_findings')
    if (!header) {
      // Lines of separators only, which a spreadsheet writes for an empty sheet.
      if (record.some((cell) => cell !== '')) header = readHeader(record)
      continue
    }
    const cells = cellsOf(record, header)
    if (cells.size === 0) continue
    if (lines.length === IMPORTED_FINDINGS_MAX) throw invalid('csv', 'too_many_findings')
    lines.push({ line: line + skipped, cells })
  }
  if (!header) throw invalid('csv', 'empty_table')
  const { columns, ignored } = header
  return { lines, columns: new Set(columns.filter((column) => column !== undefined)), delimiter, ignored }
}

interface Header extends Pick<Table, 'ignored'> {
  /** Undefined for a column that is not read. */
  columns: (FindingColumn | undefined)[]
  isDisarmed: boolean
}

/** @throws ApiError `validation_failed` if there are too many columns, or not those of findings */
function readHeader(record: readonly string[]): Header {
  const names = withoutEmptyEnd(record)
  if (names.length > IMPORTED_COLUMNS_MAX) throw invalid('csv', 'too_many_columns')
  const columns = columnsOf(names)
  const missing = REQUIRED.filter((column) => !columns.includes(column))
  if (missing.length > 0) throw invalid('csv', 'missing_columns', (language) => namesOf(missing, language))
  return {
    columns,
    isDisarmed: columns.includes(COLUMN_OF_DISARMED_FILES),
    ignored: names
      .filter((name, index) => name !== '' && columns[index] === undefined)
      .map((name) => name.slice(0, NAME_MAX_LENGTH)),
  }
}

function namesOf(columns: readonly FindingColumn[], language: Language): { columns: string } {
  const names = columns.map((column) => FINDING_WORDS[language].columns[column])
  return { columns: new Intl.ListFormat(language).format(names) }
}

function cellsOf(record: readonly string[], { columns, isDisarmed }: Header): TableLine['cells'] {
  const restore = (cell: string) => (isDisarmed ? restoreFormulas(cell) : cell.replace(FORMER_MARK, ''))
  return new Map(
    record.slice(0, columns.length).flatMap((cell, index): [FindingColumn, string][] => {
      const column = columns[index]
      return column && cell !== '' ? [[column, restore(cell)]] : []
    }),
  )
}

/** The names up to the last one: spreadsheets write empty columns, too. */
function withoutEmptyEnd(names: readonly string[]): readonly string[] {
  return names.slice(0, names.findLastIndex((name) => name !== '') + 1)
}

/** Which columns of a table are read. The first one of several with the same meaning is. */
function columnsOf(header: readonly string[]): (FindingColumn | undefined)[] {
  const known = header.map((name) =>
    name.length > NAME_MAX_LENGTH ? undefined : COLUMNS.get(foldForSearch(name)),
  )
  return known.map((column, index) =>
    column !== undefined && READ_COLUMNS.has(column) && known.indexOf(column) === index ? column : undefined,
  )
}

/** The delimiter with which the first line has the most known columns. */
function delimiterOf(csv: string): Delimiter {
  const [first = ''] = csv.replace(/^\uFEFF/, '').split(/\r|\n/, 1)
  const found = DELIMITERS.map((delimiter) => {
    const names = first
      .split(delimiter, IMPORTED_COLUMNS_MAX)
      .map((name) => name.trim().replaceAll(/^"|"$/g, ''))
    return { delimiter, columns: columnsOf(names).filter(Boolean).length }
  })
  return found.reduce((most, each) => (each.columns > most.columns ? each : most)).delimiter
}

interface TextRecord {
  record: string[]
  /** Where it begins, counted from 1. */
  line: number
}

/**
 * Parses the text in parts. Other requests are answered in between: a line of a megabyte would be one piece of half a second.
 *
 * @throws ApiError `validation_failed`
 */
async function* recordsOf(csv: string, delimiter: string): AsyncGenerator<TextRecord, undefined> {
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    raw: true,
    relax_column_count: true,
    // Inches in a text without quotes around it.
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
  })
  try {
    for await (const { record, raw, info } of Readable.from(partsOf(csv, delimiter, parser)).pipe(parser)) {
      // The parser counts up to the end of a record; a text in quotes may have several lines.
      yield { record, line: info.lines - (raw.trim().match(/\r\n|\r|\n/g)?.length ?? 0) }
    }
  } catch (error) {
    throw error instanceof ApiError ? error : invalid('csv', 'malformed_csv')
  }
}

/** Ends the parser when a line is too long: then it has not seen the end of a line in so many bytes. */
async function* partsOf(csv: string, delimiter: string, parser: Parser): AsyncGenerator<Buffer, undefined> {
  // Bytes, because a part of a text could end between the halves of a character.
  const bytes = Buffer.from(csv)
  let linesBefore = 0
  let lineBegin = 0
  for (let begin = 0; begin < bytes.length; begin += PART_BYTES) {
    await answerOthers()
    const lines = parser.info.records + parser.info.empty_lines
    if (lines !== linesBefore) lineBegin = begin
    linesBefore = lines
    if (begin - lineBegin > LINE_BYTES_MAX) {
      const columns = bytes
        .subarray(lineBegin, begin)
        .toString()
        .split(delimiter, IMPORTED_COLUMNS_MAX + 1).length
      const isTooWide = lines === 0 && columns > IMPORTED_COLUMNS_MAX
      parser.destroy(invalid('csv', isTooWide ? 'too_many_columns' : 'line_too_long'))
      return
    }
    yield bytes.subarray(begin, begin + PART_BYTES)
  }
}
