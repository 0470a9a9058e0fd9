import { IMPORTED_FINDINGS_MAX } from '#domain/findings/finding-import.ts'
import { foldForSearch } from '#domain/text/turkish.ts'
import { restoreFormulas } from '#server/core/media/csv.ts'
import type { TableReading } from '#server/core/tables/read-table.ts'
import { FINDING_WORDS, type FindingColumn } from '#server/features/findings/files/finding-table.ts'
import { PARSERS } from './parse-cells.ts'

const ALL_COLUMNS = Object.keys(FINDING_WORDS.tr.columns) as FindingColumn[]
const READ_COLUMNS = new Set<string>(['turbine', 'number', 'photo', 'earlier', ...Object.keys(PARSERS)])

/** The column names of our own files, including columns that an import ignores, such as the author. */
const HEADS: ReadonlyMap<string, FindingColumn | null> = new Map(
  Object.values(FINDING_WORDS).flatMap(({ columns }) =>
    ALL_COLUMNS.flatMap((column) => {
      const name = columns[column]
      // `Uzunluk (mm)` without its unit.
      const heads = [column, name, name.replace(/\s*\(.*\)$/, '')]
      return heads.map((head) => [foldForSearch(head), READ_COLUMNS.has(column) ? column : null] as const)
    }),
  ),
)

/**
 * Files with this column escape formulas after each separator. Others, of former versions and of other programs, do so only at the
 * beginning of a cell; elsewhere a `'` belongs to the text.
 */
const COLUMN_OF_DISARMED_FILES: FindingColumn = 'own_due_on'
const FORMER_MARK = /^'(?=[=+\-@])/

/** How a table of findings is read. */
export const FINDING_TABLE: TableReading<FindingColumn> = {
  columns: ALL_COLUMNS.filter((column) => READ_COLUMNS.has(column)),
  heads: HEADS,
  required: ['blade', 'side', 'type'],
  names: { tr: FINDING_WORDS.tr.columns, en: FINDING_WORDS.en.columns },
  textColumn: 'text',
  recordsMax: IMPORTED_FINDINGS_MAX,
  tooMany: 'too_many_findings',
  restore: (cell, columns) =>
    columns.has(COLUMN_OF_DISARMED_FILES) ? restoreFormulas(cell) : cell.replace(FORMER_MARK, ''),
}
