import { type Parser, parse } from 'csv-parse'
import { IMPORTED_COLUMNS_MAX, IMPORTED_FINDINGS_MAX } from '#domain/findings/finding-import.ts'
import { withSingleBlanks } from '#domain/text/blanks.ts'
import type { Language } from '#domain/text/language.ts'
import { foldForSearch } from '#domain/text/turkish.ts'
import { restoreFormulas } from '#server/core/media/csv.ts'
import { FINDING_WORDS, type FindingColumn } from '#server/features/findings/files/finding-table.ts'
import { ApiError, invalid } from '#server/infrastructure/errors.ts'
import { answerOthers } from '#server/infrastructure/in-turns.ts'
import { type Delimiter, findDelimiter } from './find-delimiter.ts'
import { PARSERS } from './parse-cells.ts'

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
  /** The column in which a quotation mark is not closed: the other cells cannot be told apart then. */
  openQuote?: FindingColumn
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

/** @throws ApiError `validation_failed` if the text is not a table with these columns, or as soon as it is larger than the limits */
export async function readTable(csv: string): Promise<Table> {
  const { delimiter, text, skipped } = findDelimiter(csv, (names) => columnsOf(names).filter(Boolean).length)
  let header: Header | undefined
  let records = 0
  const lines: TableLine[] = []
  for await (const { record, line, openQuoteAt } of recordsOf(text, delimiter)) {
    records += 1
    // One more, for the names of the columns.
    if (records > LINES_MAX + 1) throw invalid('csv', 'too_many_findings')
    if (!header) {
      // Lines of separators only, which a spreadsheet writes for an empty sheet.
      if (record.some(isFilled)) header = readHeader(record)
      continue
    }
    const cells = cellsOf(record, header)
    if (cells.size === 0 && openQuoteAt === undefined) continue
    if (lines.length === IMPORTED_FINDINGS_MAX) throw invalid('csv', 'too_many_findings')
    const openQuote = openQuoteAt === undefined ? {} : { openQuote: header.columns[openQuoteAt] ?? 'text' }
    lines.push({ line: line + skipped, cells, ...openQuote })
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
    name.length > NAME_MAX_LENGTH ? undefined : COLUMNS.get(foldForSearch(withSingleBlanks(name))),
  )
  return known.map((column, index) =>
    column !== undefined && READ_COLUMNS.has(column) && known.indexOf(column) === index ? column : undefined,
  )
}

interface TextRecord {
  record: string[]
  /** Where it begins, counted from 1. */
  line: number
  /** The place of the cell, counted from 0, in which a quotation mark is not closed. The record is empty then. */
  openQuoteAt?: number
}

/** The errors of the parser after a quotation mark that is not closed: at the end of the text, or at the next mark. */
const QUOTE_ERRORS: readonly string[] = [
  'CSV_QUOTE_NOT_CLOSED',
  'CSV_INVALID_CLOSING_QUOTE',
  'CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE',
]
/** After so many quotation marks that are not closed, the text is no table. */
const OPEN_QUOTES_MAX = 100
const LINE_BREAK = /\r\n|\r|\n/

/**
 * Parses the text in parts. Other requests are answered in between: a line of a megabyte would be one piece of half a second. A line with a
 * quotation mark that is not closed is a record of its own, and the next line begins another one.
 *
 * @throws ApiError `validation_failed`
 */
async function* recordsOf(csv: string, delimiter: string): AsyncGenerator<TextRecord, undefined> {
  // Bytes, because a part of a text could end between the halves of a character.
  let bytes = Buffer.from(csv)
  let linesBefore = 0
  let width: number | undefined
  for (let openQuotes = 0; openQuotes <= OPEN_QUOTES_MAX; openQuotes += 1) {
    const read = { bytes: 0, lines: 0 }
    let isOpen = false
    try {
      for await (const parsed of parsedRecords(bytes, delimiter)) {
        if (width !== undefined && swallowsLines(parsed.raw, delimiter, width)) {
          isOpen = true
          break
        }
        const { record, raw, info } = parsed
        read.bytes = info.bytes
        read.lines = info.lines
        if (record.some(isFilled)) width ??= record.length
        // The parser counts up to the end of a record; a text in quotes may have several lines.
        yield { record, line: linesBefore + info.lines - countBreaks(raw.trim()) }
      }
    } catch (error) {
      if (error instanceof ApiError) throw error
      if (!QUOTE_ERRORS.includes((error as { code: string }).code) || width === undefined)
        throw invalid('csv', 'malformed_csv')
      isOpen = true
    }
    if (!isOpen) return
    const rest = bytes.subarray(read.bytes).toString()
    const empty = /^(?:\r\n|\r|\n)*/.exec(rest)?.[0] ?? ''
    const [wrong = ''] = rest.slice(empty.length).split(LINE_BREAK, 1)
    const begin = linesBefore + read.lines + countBreaks(empty)
    yield {
      record: [],
      line: begin + 1,
      openQuoteAt: wrong.slice(0, wrong.lastIndexOf('"')).split(delimiter).length - 1,
    }
    const after = rest.slice(empty.length + wrong.length)
    const [lineBreak = ''] = LINE_BREAK.exec(after) ?? []
    bytes = Buffer.from(after.slice(lineBreak.length))
    linesBefore = begin + 1
  }
  throw invalid('csv', 'malformed_csv')
}

const isFilled = (cell: string) => cell.trim() !== ''
const countBreaks = (text: string) => text.match(/\r\n|\r|\n/g)?.length ?? 0

/** True if a text in quotes has whole lines of the table in it: a quotation mark before them was not closed. */
function swallowsLines(raw: string, delimiter: string, width: number): boolean {
  const [, ...later] = raw.trim().split(LINE_BREAK)
  return width > 1 && later.some((line) => line.split(delimiter, width).length === width)
}

interface Parsed {
  record: string[]
  raw: string
  /** The number of lines and bytes up to its end. */
  info: { lines: number; bytes: number }
}

/** What is before an error is read before it is thrown: a pipe would lose it. */
async function* parsedRecords(bytes: Buffer, delimiter: string): AsyncGenerator<Parsed, undefined> {
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
  let failure: Error | undefined
  parser.on('error', (error) => {
    failure = error
  })
  for await (const part of partsOf(bytes, delimiter, parser)) {
    parser.write(part)
    for (let parsed = parser.read(); parsed !== null; parsed = parser.read()) yield copyOf(parsed)
    if (failure) throw failure
  }
  parser.end()
  for await (const parsed of parser) yield copyOf(parsed)
}

/** The parser goes on counting in its own. */
function copyOf({ record, raw, info: { lines, bytes } }: Parsed): Parsed {
  return { record, raw, info: { lines, bytes } }
}

/** @throws ApiError when a line is too long: then the parser has not seen the end of a line in so many bytes */
async function* partsOf(bytes: Buffer, delimiter: string, parser: Parser): AsyncGenerator<Buffer, undefined> {
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
      throw invalid('csv', isTooWide ? 'too_many_columns' : 'line_too_long')
    }
    yield bytes.subarray(begin, begin + PART_BYTES)
  }
}
