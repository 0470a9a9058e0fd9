import { FINDING_TEXT_MAX_LENGTH, FindingDraft, POSITIONS_MAX } from '#domain/findings/finding.ts'
import { withSingleBlanks } from '#domain/text/blanks.ts'
import { UNCLEANED_FACTOR } from '#domain/text/text.ts'
import { foldForSearch } from '#domain/text/turkish.ts'
import type { Turbine } from '#domain/turbine.ts'
import { issuesOf } from '#server/core/http/validate.ts'
import { shorten } from '#server/core/tables/cell-issue.ts'
import type { TableLine } from '#server/core/tables/read-table.ts'
import { fillDraft, type PhotoOfFinding } from '#server/features/findings/complete-finding.ts'
import type { FindingColumn } from '#server/features/findings/files/finding-table.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { type CellFormat, FREE_COLUMNS, PARSERS } from './parse-cells.ts'
import type { FindingIssue, ReadLine, RefusedLine } from './planned-line.ts'

/** What the lines of one file share. */
export interface FileReading {
  turbine: Turbine
  columns: ReadonlySet<FindingColumn>
  format: CellFormat
  /** The photos of the turbine by their names. */
  photos: ReadonlyMap<string, PhotoOfFinding & { id: number }>
}

/** The longest cells, in characters: an uncleaned text, and the numbers of a place with the words between them. */
const CELL_MAX_LENGTHS: Partial<Record<FindingColumn, number>> = {
  text: UNCLEANED_FACTOR * FINDING_TEXT_MAX_LENGTH,
  place: 20 * POSITIONS_MAX,
}
const OTHER_CELL_MAX_LENGTH = 800

/** The columns of fields without a column of their own name. */
const COLUMNS_OF_FIELDS: Partial<Record<string, FindingColumn>> = {
  from_m: 'place',
  to_m: 'place',
  positions_m: 'place',
  photo_id: 'photo',
}

/** Reads a line without the rules between its fields: its finding may be older than these. */
export function readLine(
  { line, cells, openQuote }: TableLine<FindingColumn>,
  reading: FileReading,
): ReadLine | RefusedLine {
  const number = numberIn(cells.get('number'))
  if (openQuote !== undefined)
    return { line, issues: [{ column: openQuote, code: 'open_quote', value: undefined }], number }
  const tooLong = [...cells].filter(
    ([column, text]) => text.length > (CELL_MAX_LENGTHS[column] ?? OTHER_CELL_MAX_LENGTH),
  )
  if (tooLong.length > 0)
    return {
      line,
      issues: tooLong.map(([column, text]) => ({ column, code: 'too_big', value: shorten(text) })),
      number,
    }
  const { draft, issues } = parseCells(cells, reading)
  if (issues.length > 0) return { line, issues, number }
  const checked = FindingDraft.safeParse(draft)
  if (!checked.success) return { line, issues: cellIssues(issuesOf(checked.error, draft), cells), number }
  const fields = fillDraft(reading.turbine, checked.data, reading.photos.get(cells.get('photo') ?? ''))
  return {
    line,
    cells,
    fields,
    hasDay: cells.has('found_on'),
    number,
    earlier: numberIn(cells.get('earlier')),
  }
}

/** A number such as `A-LE-001`. */
const OWN_NUMBER = /^[A-Z]+-[A-Z]+-\d+$/

/** A finding's number in a cell. Ours have capitals; other programs' may differ by case alone. */
function numberIn(cell: string | undefined): string | undefined {
  const text = cell && withSingleBlanks(cell)
  const capitals = text?.toUpperCase()
  return capitals && OWN_NUMBER.test(capitals) ? capitals : text
}

function parseCells(
  cells: TableLine<FindingColumn>['cells'],
  { turbine, columns, format, photos }: FileReading,
) {
  const issues: FindingIssue[] = []
  const draft: Record<string, unknown> = {}
  const named = cells.get('turbine')
  if (named !== undefined && !isNamed(turbine, named))
    issues.push({ column: 'turbine', code: 'other_turbine', value: shorten(named) })
  for (const [column, text] of cells) {
    const parsed = PARSERS[column]?.(FREE_COLUMNS.includes(column) ? text : withSingleBlanks(text), format)
    if (!parsed) continue
    if ('issue' in parsed) issues.push({ column, code: parsed.issue, value: shorten(text) })
    // A separate year column is the year of the inspection.
    else
      Object.assign(
        draft,
        parsed.fields,
        column === 'found_on' && cells.has('year') ? { year: draft.year } : {},
      )
  }
  const photo = cells.get('photo')
  if (photo !== undefined) {
    draft.photo_id = photos.get(photo)?.id
    if (draft.photo_id === undefined)
      issues.push({ column: 'photo', code: 'unknown_photo', value: shorten(photo) })
  }
  // An empty cell means no room; without the column, the photo decides.
  if (columns.has('room') && !cells.has('room')) draft.room = null
  for (const column of ['blade', 'side', 'type'] as const) {
    if (!cells.has(column)) issues.push({ column, code: 'required' })
  }
  return { draft, issues }
}

/** The issues of the rules between fields. @throws every other error */
export function ruleIssues(error: unknown, cells: TableLine<FindingColumn>['cells']): FindingIssue[] {
  if (!(error instanceof ApiError) || error.code !== 'validation_failed') throw error
  return cellIssues(error.issues, cells)
}

function cellIssues(
  issues: readonly { path: string; code: string }[],
  cells: TableLine<FindingColumn>['cells'],
): FindingIssue[] {
  return issues.map(({ path, code }) => {
    const [field = ''] = path.split('.')
    const column = COLUMNS_OF_FIELDS[field] ?? (field as FindingColumn)
    const value = cells.get(column)
    return { column, code, value: value === undefined ? undefined : shorten(value) }
  })
}

function isNamed({ turbine_name, code }: Turbine, text: string): boolean {
  return [turbine_name, code].some((name) => name !== '' && foldForSearch(name) === foldForSearch(text))
}
