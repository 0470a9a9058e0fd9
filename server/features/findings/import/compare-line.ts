import type { Finding, FindingChange, FindingFields } from '#domain/findings/finding.ts'
import type { FindingColumn } from '#server/features/findings/files/finding-table.ts'
import { type ReadLine, SAYING_COLUMNS, type SayingColumn } from './planned-line.ts'

/** Of these, an empty cell says nothing: what the line then has is not from the file. */
const SAID_BY_A_VALUE: readonly SayingColumn[] = ['status', 'year', 'found_on', 'type']

/** What a finding says in a column, in a form in which equal values are equal. */
function valueIn(column: SayingColumn, fields: Finding | FindingFields): unknown {
  if (column === 'photo') return fields.photo_id
  if (column !== 'place') return fields[column]
  const { positions_m, from_m, to_m } = fields
  // A file has one number for a place that is no range.
  if (positions_m.length > 1) return positions_m.toSorted((one, other) => one - other)
  return [positions_m[0] ?? from_m, positions_m[0] ?? to_m ?? from_m]
}

/** A text that two findings share if a line would say the same of both. @param without the columns that do not count */
export function identityOf(fields: Finding | FindingFields, without: readonly SayingColumn[]): string {
  return JSON.stringify(
    SAYING_COLUMNS.map((column) => (without.includes(column) ? '' : valueIn(column, fields))),
  )
}

/** The columns of the file in which the line says something else than the finding. */
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

/** The change that makes the finding say in these columns what the line says. */
export function changeIn(columns: readonly SayingColumn[], fields: FindingFields): FindingChange {
  const names = columns.flatMap((column): (keyof FindingFields)[] => {
    if (column === 'photo') return ['photo_id']
    return column === 'place' ? ['from_m', 'to_m', 'positions_m'] : [column]
  })
  return Object.fromEntries(names.map((name) => [name, fields[name]])) as FindingChange
}
