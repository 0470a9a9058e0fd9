import { type Parser, parse } from 'csv-parse'
import { IMPORTED_COLUMNS_MAX } from '#domain/tables/imported-table.ts'
import { ApiError, invalid } from '#server/infrastructure/errors.ts'
import { yieldToEventLoop } from '#server/infrastructure/in-turns.ts'

/** The longest line, in bytes. It has at most 100 cells, of which only a description is long. */
const LINE_BYTES_MAX = 128 * 1024

/** Chunk size of the parser, in bytes: some milliseconds of work, even with lines of one character. */
const PART_BYTES = 1024

/** A row of a table. */
interface TextRecord {
  record: string[]
  /** Its first line, counted from 1. */
  line: number
  /** The index of the cell with an unclosed quotation mark. The record is then empty. */
  openQuoteAt?: number
}

/** The parser's errors for an unclosed quotation mark: at the end of the text, or at the next mark. */
const QUOTE_ERRORS: readonly string[] = [
  'CSV_QUOTE_NOT_CLOSED',
  'CSV_INVALID_CLOSING_QUOTE',
  'CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE',
]
/** Above this number of unclosed quotation marks, the text is no table. */
const OPEN_QUOTES_MAX = 100
const LINE_BREAK = /\r\n|\r|\n/

/**
 * Parses the text in chunks and yields in between: a line of a megabyte would block for half a second. A line with an unclosed quotation
 * mark becomes its own record, and the next line starts another.
 *
 * @throws ApiError `validation_failed`
 */
export async function* recordsOf(csv: string, delimiter: string): AsyncGenerator<TextRecord, undefined> {
  // Bytes, because a chunk of text could split a surrogate pair.
  let bytes = Buffer.from(csv)
  let linesBefore = 0
  let width: number | undefined
  for (let openQuotes = 0; openQuotes <= OPEN_QUOTES_MAX; openQuotes += 1) {
    const read = { bytes: 0, lines: 0 }
    let isOpen = false
    try {
      for await (const { record, end } of parsedRecords(bytes, delimiter)) {
        const text = bytes.subarray(read.bytes, end).toString()
        if (width !== undefined && swallowsLines(text, delimiter, width)) {
          isOpen = true
          break
        }
        if (record.some(isFilled)) width ??= record.length
        // Empty lines may precede it. The parser counts CR and LF in quotes as two lines.
        const empty = text.slice(0, text.length - text.trimStart().length)
        yield { record, line: linesBefore + read.lines + countBreaks(empty) + 1 }
        read.bytes = end
        read.lines += countBreaks(text)
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

export const isFilled = (cell: string) => cell.trim() !== ''
const countBreaks = (text: string) => text.split(LINE_BREAK).length - 1

/**
 * True if a quoted text contains whole lines of the table: an earlier quotation mark is unclosed. A delimiter before a blank belongs to a
 * sentence.
 */
function swallowsLines(text: string, delimiter: string, width: number): boolean {
  const [, ...later] = text.trim().split(LINE_BREAK)
  const cells = new RegExp(`${delimiter}(?! )`)
  return width > 1 && later.some((line) => line.split(cells, width).length === width)
}

interface Parsed {
  record: string[]
  /** The number of bytes up to its end. */
  end: number
}

/** Reads what precedes an error before throwing it: a pipe would lose it. */
async function* parsedRecords(bytes: Buffer, delimiter: string): AsyncGenerator<Parsed, undefined> {
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    // Each ends a line: rows added by a script may end differently from the first.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // Inches in an unquoted text.
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
    for (let parsed = parser.read(); parsed !== null; parsed = parser.read()) yield parsedOf(parsed)
    if (failure) throw failure
  }
  parser.end()
  for await (const parsed of parser) yield parsedOf(parsed)
}

/** The parser continues with its own count. */
function parsedOf({ record, info }: { record: string[]; info: { bytes: number } }): Parsed {
  return { record, end: info.bytes }
}

/** @throws ApiError if a line is too long: no line end within so many bytes */
async function* partsOf(bytes: Buffer, delimiter: string, parser: Parser): AsyncGenerator<Buffer, undefined> {
  let linesBefore = 0
  let lineBegin = 0
  for (let begin = 0; begin < bytes.length; begin += PART_BYTES) {
    await yieldToEventLoop()
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
