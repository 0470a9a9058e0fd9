import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { IMPORTED_COLUMNS_MAX, IMPORTED_FINDINGS_MAX } from '#domain/findings/finding-import.ts'
import { foldForSearch } from '#domain/text/turkish.ts'
import { restoreFormulas } from '#server/core/media/csv.ts'
import { FINDING_WORDS, type FindingColumn } from '#server/features/findings/files/finding-table.ts'
import { invalid } from '#server/infrastructure/errors.ts'
import { answerOthers } from '#server/infrastructure/in-turns.ts'
import { PARSERS } from './parse-cells.ts'

/** The characters between columns: those of Turkish and of English spreadsheets, and that of a table copied from one. */
const DELIMITERS = [';', ',', '\t'] as const
type Delimiter = (typeof DELIMITERS)[number]

/** The longest name of a column that is compared with the known ones, and that an answer shows, in characters. */
const NAME_MAX_LENGTH = 200

/** The greatest number of lines that are read. Lines without a finding count, too: spreadsheets write many of them. */
const LINES_MAX = 5 * IMPORTED_FINDINGS_MAX

/** How much of a file is parsed at a stretch, in bytes: some milliseconds of work, even if each line has one character. */
const PART_BYTES = 1024

/** One finding of a file: the texts of its cells that are not empty. */
export interface TableLine {
  /** Where it begins, counted from 1. */
  line: number
  cells: Map<FindingColumn, string>
}

interface Table {
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

/** @throws ApiError `validation_failed` if the text is not a table with these columns */
export async function readTable(csv: string): Promise<Table> {
  const [delimiterLine = '', named] = DELIMITER_LINE.exec(csv) ?? []
  const table = csv.slice(delimiterLine.length)
  const delimiter = DELIMITERS.find((each) => each === named) ?? delimiterOf(table)
  const [first, ...records] = await recordsOf(table, delimiter)
  const header = withoutEmptyEnd(first?.record ?? [])
  if (header.length > IMPORTED_COLUMNS_MAX) throw invalid('csv', 'too_many_columns')
  if (records.length > LINES_MAX) throw invalid('csv', 'too_many_findings')
  const columns = columnsOf(header)
  if (REQUIRED.some((column) => !columns.includes(column))) throw invalid('csv', 'missing_columns')
  const isDisarmed = columns.includes(COLUMN_OF_DISARMED_FILES)
  const restore = (cell: string) => (isDisarmed ? restoreFormulas(cell) : cell.replace(FORMER_MARK, ''))
  const skipped = delimiterLine === '' ? 0 : 1
  const lines = records.map(({ record, line }) => ({
    line: line + skipped,
    cells: new Map(
      record.slice(0, columns.length).flatMap((cell, index): [FindingColumn, string][] => {
        const column = columns[index]
        return column && cell !== '' ? [[column, restore(cell)]] : []
      }),
    ),
  }))
  const ignored = header
    .filter((name, index) => name !== '' && columns[index] === undefined)
    .map((name) => name.slice(0, NAME_MAX_LENGTH))
  return {
    lines: lines.filter(({ cells }) => cells.size > 0),
    columns: new Set(columns.filter((column) => column !== undefined)),
    delimiter,
    ignored,
  }
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

/** Parses the text in parts. Other requests are answered in between: a line of a megabyte would be one piece of half a second. */
async function recordsOf(csv: string, delimiter: string): Promise<TextRecord[]> {
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
  const records: TextRecord[] = []
  try {
    for await (const { record, raw, info } of Readable.from(partsOf(csv)).pipe(parser)) {
      // The parser counts up to the end of a record; a text in quotes may have several lines.
      records.push({ record, line: info.lines - (raw.trim().match(/\r\n|\r|\n/g)?.length ?? 0) })
      if (records.length > LINES_MAX + 1) break
    }
  } catch {
    throw invalid('csv', 'malformed_csv')
  }
  return records
}

async function* partsOf(csv: string): AsyncGenerator<Buffer, undefined> {
  // Bytes, because a part of a text could end between the halves of a character.
  const bytes = Buffer.from(csv)
  for (let begin = 0; begin < bytes.length; begin += PART_BYTES) {
    await answerOthers()
    yield bytes.subarray(begin, begin + PART_BYTES)
  }
}
