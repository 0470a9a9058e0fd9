import { parse } from 'csv-parse/sync'
import { foldForSearch } from '#domain/turkish.ts'
import { invalid } from '#server/errors.ts'
import { FINDING_WORDS, type FindingColumn } from '#server/findings/files/finding-table.ts'

/** One finding of a file: the texts of its cells that are not empty. */
export interface TableLine {
  /** Counted from 1. */
  line: number
  cells: Map<FindingColumn, string>
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

/** The columns without which no line is a finding. */
const REQUIRED: FindingColumn[] = ['blade', 'side', 'type']

/** @throws ApiError `validation_failed` if the text is not a table with these columns */
export function readTable(csv: string): { lines: TableLine[]; ignored: string[] } {
  const [header, ...records] = recordsOf(csv)
  const columns = (header?.record ?? []).map((name) => COLUMNS.get(foldForSearch(name)))
  if (REQUIRED.some((column) => !columns.includes(column))) throw invalid('csv', 'missing_columns')
  const lines = records.map(({ record, line }) => ({
    line,
    cells: new Map(
      record.flatMap((cell, index): [FindingColumn, string][] => {
        const column = columns[index]
        return column && cell !== '' ? [[column, cell]] : []
      }),
    ),
  }))
  const ignored = (header?.record ?? []).filter((name, index) => name !== '' && columns[index] === undefined)
  return { lines: lines.filter(({ cells }) => cells.size > 0), ignored }
}

function recordsOf(csv: string): { record: string[]; line: number }[] {
  const [first = ''] = csv.split('\n', 1)
  try {
    const records = parse(csv, {
      bom: true,
      // The decimal comma of a file with semicolons is not a delimiter.
      delimiter: first.includes(';') ? ';' : ',',
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    return records.map(({ record, info }) => ({ record, line: info.lines }))
  } catch {
    throw invalid('csv', 'malformed_csv')
  }
}
