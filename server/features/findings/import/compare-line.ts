import type { Finding, FindingChange, FindingFields } from '#domain/findings/finding.ts'
import type { FindingColumn } from '#server/features/findings/files/finding-table.ts'
import { type ReadLine, SAYING_COLUMNS, type SayingColumn } from './planned-line.ts'

/** Columns whose empty cells say nothing: the value then comes from elsewhere. */
const SAID_BY_A_VALUE: readonly SayingColumn[] = ['status', 'year', 'found_on', 'type']

/** A finding's value in a column, normalized for comparison. */
function valueIn(column: SayingColumn, fields: Finding | FindingFields): unknown {
  if (column === 'photo') return fields.photo_id
  if (column !== 'place') return fields[column]
  const { positions_m, from_m, to_m } = fields
  // A file has one number for a place that is no range.
  if (positions_m.length > 1) return positions_m.toSorted((a, b) => a - b)
  return [positions_m[0] ?? from_m, positions_m[0] ?? to_m ?? from_m]
}

/** A key shared by findings for which a line would say the same. @param without the columns that do not count */
export function identityOf(fields: Finding | FindingFields, without: readonly SayingColumn[]): string {
  return JSON.stringify(
    SAYING_COLUMNS.map((column) => (without.includes(column) ? '' : valueIn(column, fields))),
  )
}

/** The columns of the file in which line and finding differ. */
export function differingColumns(
  { fields, cells }: ReadLine,
  finding: Finding,
  columns: ReadonlySet<FindingColumn>,
): SayingColumn[] {
  return SAYING_COLUMNS.filter((column) => {
    if (!columns.has(column) || (SAID_BY_A_VALUE.includes(column) && !cells.has(column))) return false
    return JSON.stringify(valueIn(column, fields)) !== JSON.stringify(valueIn(column, finding))
  })
}

/** The change that gives the finding the line's values in these columns. */
export function changeIn(columns: readonly SayingColumn[], fields: FindingFields): FindingChange {
  const names = columns.flatMap((column): (keyof FindingFields)[] => {
    if (column === 'photo') return ['photo_id']
    return column === 'place' ? ['from_m', 'to_m', 'positions_m'] : [column]
  })
  return Object.fromEntries(names.map((name) => [name, fields[name]])) as FindingChange
}
