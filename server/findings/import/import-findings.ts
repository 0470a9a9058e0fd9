import {
  FINDING_TEXT_MAX_LENGTH,
  type Finding,
  FindingDraft,
  type FindingFields,
  POSITIONS_MAX,
} from '#domain/finding.ts'
import { type FindingImport, IMPORTED_FINDINGS_MAX } from '#domain/finding-import.ts'
import { UNCLEANED_FACTOR } from '#domain/text.ts'
import type { Turbine } from '#domain/turbine.ts'
import { foldForSearch } from '#domain/turkish.ts'
import type { Reader } from '#server/database/database.ts'
import { ApiError, invalid } from '#server/errors.ts'
import { completeDraft } from '#server/findings/complete-finding.ts'
import type { FindingColumn } from '#server/findings/files/finding-table.ts'
import { listFindings } from '#server/findings/finding-queries.ts'
import { answerOthers } from '#server/in-turns.ts'
import { issuesOf } from '#server/validate.ts'
import { type CellFormat, PARSERS } from './parse-cells.ts'
import { readTable, type TableLine } from './read-table.ts'

/** A place of a line that an import refuses, with the code of its sentence. */
interface CellIssue {
  column: FindingColumn
  code: string
}

/** A file with semicolons has decimal commas, one with commas decimal points; a file with tabs may have either. */
const THOUSANDS = { ';': ['.'], ',': [','], '\t': ['.', ','] } as const

/** The longest cells that are read, in characters: a text before it is cleaned, and the numbers of a place with the words between them. */
const CELL_MAX_LENGTHS: Partial<Record<FindingColumn, number>> = {
  text: UNCLEANED_FACTOR * FINDING_TEXT_MAX_LENGTH,
  place: 20 * POSITIONS_MAX,
}
const OTHER_CELL_MAX_LENGTH = 800

interface ReadFindings {
  accepted: FindingFields[]
  refused: { line: number; issues: CellIssue[] }[]
  ignored: string[]
}

/**
 * Reads the findings of a file.
 *
 * @throws ApiError `validation_failed` if the file is no table of findings or has too many lines
 */
export async function readFindings(
  db: Reader,
  turbine: Turbine,
  { csv, distances_from, hub_radius_m = 0 }: FindingImport,
): Promise<ReadFindings> {
  const { lines, delimiter, ignored } = readTable(csv)
  if (lines.length > IMPORTED_FINDINGS_MAX) throw invalid('csv', 'too_many_findings')
  const format: CellFormat = {
    hubRadius: distances_from === 'rotor_centre' ? hub_radius_m : 0,
    thousands: THOUSANDS[delimiter],
  }
  const photos = await photoIds(db, turbine.id)
  const known = new Set((await listFindings(db, turbine.id, {})).map(identityOf))
  const read: ReadFindings = { accepted: [], refused: [], ignored }
  for (const line of lines) {
    await answerOthers()
    const result = await readLine(db, turbine, line, format, photos)
    if ('fields' in result) {
      const identity = identityOf(result.fields)
      if (known.has(identity)) result.issues.push({ column: 'type', code: 'finding_exists' })
      known.add(identity)
      if (result.issues.length === 0) read.accepted.push(result.fields)
    }
    if (result.issues.length > 0) read.refused.push({ line: line.line, issues: result.issues })
  }
  return read
}

type LineResult = { fields: FindingFields; issues: CellIssue[] } | { issues: CellIssue[] }

async function readLine(
  db: Reader,
  turbine: Turbine,
  { cells }: TableLine,
  format: CellFormat,
  photos: Map<string, number>,
): Promise<LineResult> {
  const tooLong = [...cells].filter(
    ([column, text]) => text.length > (CELL_MAX_LENGTHS[column] ?? OTHER_CELL_MAX_LENGTH),
  )
  if (tooLong.length > 0) return { issues: tooLong.map(([column]) => ({ column, code: 'too_big' })) }
  const issues: CellIssue[] = []
  const draft: Record<string, unknown> = {}
  const named = cells.get('turbine')
  if (named !== undefined && !isNamed(turbine, named))
    issues.push({ column: 'turbine', code: 'other_turbine' })
  for (const [column, text] of cells) {
    const parsed = PARSERS[column]?.(text, format)
    if (!parsed) continue
    if ('issue' in parsed) issues.push({ column, code: parsed.issue })
    // The year of a column of its own is the year of the inspection.
    else
      Object.assign(
        draft,
        parsed.fields,
        column === 'found_on' && cells.has('year') ? { year: draft.year } : {},
      )
  }
  const photo = cells.get('photo')
  if (photo !== undefined) {
    draft.photo_id = photos.get(photo)
    if (draft.photo_id === undefined) issues.push({ column: 'photo', code: 'unknown_photo' })
  }
  for (const column of ['blade', 'side', 'type'] as const) {
    if (!cells.has(column)) issues.push({ column, code: 'required' })
  }
  if (issues.length > 0) return { issues }
  const checked = FindingDraft.safeParse(draft)
  if (!checked.success) return { issues: issuesOf(checked.error, draft).map(cellIssue) }
  try {
    return { fields: await completeDraft(db, turbine, checked.data), issues: [] }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'validation_failed') throw error
    return { issues: error.issues.map(cellIssue) }
  }
}

function cellIssue({ path, code }: { path: string; code: string }): CellIssue {
  const [field = ''] = path.split('.')
  const isPlace = ['from_m', 'to_m', 'positions_m'].includes(field)
  return { column: (isPlace ? 'place' : field) as FindingColumn, code }
}

function isNamed({ turbine_name, code }: Turbine, text: string): boolean {
  return [turbine_name, code].some((name) => name !== '' && foldForSearch(name) === foldForSearch(text))
}

async function photoIds(db: Reader, turbineId: number): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('photo')
    .select(['id', 'original_name'])
    .where('turbine_id', '=', turbineId)
    .execute()
  return new Map(rows.map(({ id, original_name }) => [original_name, id]))
}

/** Equal for two findings that are the same: a file that is imported twice adds nothing the second time. */
function identityOf(finding: Finding | FindingFields): string {
  const { blade, side, type, found_on, from_m, to_m, positions_m, text } = finding
  // A file has one number for a place that is no range.
  return JSON.stringify([blade, side, type, found_on, from_m, to_m ?? from_m, positions_m, text])
}
