import type { FindingImport } from '#domain/findings/finding-import.ts'
import type { Turbine } from '#domain/turbine.ts'
import type { Questions, Table } from '#server/core/tables/read-table.ts'
import { checkDraft, completeChange } from '#server/features/findings/complete-finding.ts'
import type { FindingColumn } from '#server/features/findings/files/finding-table.ts'
import { countFindingsLeft, listFindingsInGroups } from '#server/features/findings/finding-queries.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { idList } from '#server/infrastructure/database/differing-sql.ts'
import { readInGroups } from '#server/infrastructure/database/in-groups.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { yieldToEventLoop } from '#server/infrastructure/in-turns.ts'
import { changeIn } from './compare-line.ts'
import { type Match, matchFindings, type NumberFault } from './known-findings.ts'
import { linkLines } from './link-lines.ts'
import type { PlannedLine, ReadLine } from './planned-line.ts'
import { type FileReading, readLine, ruleIssues } from './read-line.ts'

export interface ImportPlan {
  lines: PlannedLine[]
  /** The names of the columns that are not read. */
  ignored: string[]
  questions: Questions<FindingColumn>
  /** The names of the photos of the turbine, by id. */
  photoNames: ReadonlyMap<number, string>
}

/** Semicolons imply decimal commas, commas decimal points; tabs allow either. */
const THOUSANDS = { ';': ['.'], ',': [','], '\t': ['.', ','] } as const

/**
 * Plans the outcome of each line of a file.
 *
 * @throws ApiError `turbine_has_too_many_findings` if the unknown lines exceed the turbine's limit, before the rules check them
 */
export async function planImport(
  db: Reader,
  turbine: Turbine,
  { lines, columns, delimiter, ignored, questions }: Table<FindingColumn>,
  { distances_from, hub_radius_m = 0 }: FindingImport,
): Promise<ImportPlan> {
  const room = await countFindingsLeft(db, turbine.id)
  const findings = await listFindingsInGroups(db, turbine.id)
  const types = new Set(findings.map(({ type }) => type))
  const reading: FileReading = {
    turbine,
    columns,
    format: {
      hubRadius: distances_from === 'rotor_centre' ? hub_radius_m : 0,
      thousands: THOUSANDS[delimiter],
      isUsedType: (id) => types.has(id),
    },
    photos: await photosByName(db, turbine.id),
  }
  const read: ReturnType<typeof readLine>[] = []
  for (const line of lines) {
    await yieldToEventLoop()
    read.push(readLine(line, reading))
  }
  const readable = read.filter((line) => 'fields' in line)
  const { matches, faults } = await matchFindings(readable, findings, columns)
  if (readable.length - matches.size - faults.size > room) throw new ApiError('turbine_has_too_many_findings')
  const planned: PlannedLine[] = []
  for (const line of read) {
    await yieldToEventLoop()
    if (!('fields' in line)) planned.push({ becomes: 'refused', ...line })
    else {
      const match = matches.get(line)
      const fault = faults.get(line)
      if (fault) planned.push(refusedFor(line, fault))
      else planned.push(match ? await planMatch(db, turbine, line, match) : await planNew(db, turbine, line))
    }
  }
  linkLines(planned, findings, columns)
  const photoNames = new Map([...reading.photos].map(([name, { id }]) => [id, name]))
  return { lines: planned, ignored, questions, photoNames }
}

function refusedFor({ line, number }: ReadLine, code: NumberFault): PlannedLine {
  return { becomes: 'refused', line, issues: [{ column: 'number', code, value: number }], number }
}

async function planMatch(
  db: Reader,
  turbine: Turbine,
  read: ReadLine,
  { finding, differing }: Match,
): Promise<PlannedLine> {
  if (differing.length === 0) return { becomes: 'known', read, finding, remarks: [] }
  try {
    await completeChange(db, turbine, finding, changeIn(differing, read.fields))
    return { becomes: 'changed', read, finding, differing, remarks: [] }
  } catch (error) {
    return { becomes: 'refused', line: read.line, issues: ruleIssues(error, read.cells), number: read.number }
  }
}

async function planNew(db: Reader, turbine: Turbine, read: ReadLine): Promise<PlannedLine> {
  try {
    const fields = await checkDraft(db, turbine, read.fields, read.fields)
    return { becomes: 'new', read, fields, serial: 0, earlier: undefined, remarks: [] }
  } catch (error) {
    return { becomes: 'refused', line: read.line, issues: ruleIssues(error, read.cells), number: read.number }
  }
}

async function photosByName(db: Reader, turbineId: number): Promise<FileReading['photos']> {
  const ids = await db.selectFrom('photo').select('id').where('turbine_id', '=', turbineId).execute()
  const rows = await readInGroups(
    ids.map(({ id }) => id),
    (group) =>
      db
        .selectFrom('photo')
        .select(['id', 'original_name', 'room', 'blade', 'year', 'uploaded_at as upload_date'])
        .where('id', 'in', idList(db, group))
        .execute(),
  )
  return new Map(rows.map(({ original_name, ...photo }) => [original_name, photo]))
}
