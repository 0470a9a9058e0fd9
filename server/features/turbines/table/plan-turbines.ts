import { may, mayEverywhere } from '#domain/permissions.ts'
import type { TurbineImport } from '#domain/tables/turbine-import.ts'
import type { Place } from '#domain/text/coordinates.ts'
import { foldName } from '#domain/text/turkish.ts'
import { TurbineDraft, type TurbineFields } from '#domain/turbine.ts'
import type { SignedInCaller } from '#server/core/access/signed-in-caller.ts'
import { issuesOf } from '#server/core/http/validate.ts'
import { shorten } from '#server/core/tables/cell-issue.ts'
import type { Table } from '#server/core/tables/read-table.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { yieldToEventLoop } from '#server/infrastructure/in-turns.ts'
import {
  differingColumns,
  type KnownTurbine,
  readCompanyNames,
  readKnownTurbines,
  turbineKey,
} from './known-turbines.ts'
import {
  cellIssues,
  type ReadTurbine,
  type RefusedTurbine,
  readTurbineLine,
  type TurbineIssue,
} from './read-turbine-line.ts'
import type { TurbineColumn } from './turbine-table.ts'

/** A line with a turbine's code and other values. */
export interface ChangedTurbine {
  becomes: 'changed'
  read: ReadTurbine
  turbine: KnownTurbine
  /** The columns in which the line differs. */
  differing: ReturnType<typeof differingColumns>
}

/** A line that adds a turbine. */
interface NewTurbine {
  becomes: 'new'
  read: ReadTurbine
  fields: TurbineFields
}

/** The outcome of a line. */
export type PlannedTurbine =
  | NewTurbine
  | ChangedTurbine
  | { becomes: 'known'; read: ReadTurbine }
  | { becomes: 'asked'; read: ReadTurbine; place: Place }
  | ({ becomes: 'refused' } & RefusedTurbine)

type PlanOptions = Pick<TurbineImport, 'company_id' | 'swaps'>

/**
 * Plans the outcome of each line of a file. Company and code identify a turbine.
 *
 * @throws ApiError `forbidden` if the caller may not add turbines to the company of the call
 */
export async function planTurbines(
  db: Reader,
  caller: SignedInCaller,
  { lines, columns }: Table<TurbineColumn>,
  { company_id, swaps }: PlanOptions,
): Promise<PlannedTurbine[]> {
  if (company_id !== undefined && !may(caller, 'turbine.add', company_id)) throw new ApiError('forbidden')
  const isEverywhere = mayEverywhere(caller, 'turbine.add')
  const names = await readCompanyNames(db, isEverywhere ? undefined : caller.company_id)
  const ids = new Map([...names].map(([id, name]) => [foldName(name), id]))
  const answers = new Map(swaps.map(({ line, swap }) => [line, swap]))
  const ofLines = company_id ?? (isEverywhere ? undefined : caller.company_id)
  const placed: (PlaceOfLine | RefusedTurbine)[] = []
  for (const line of lines) {
    await yieldToEventLoop()
    const read = readTurbineLine(line, columns, answers.get(line.line))
    placed.push('issues' in read ? read : findCompany(read, ids, ofLines))
  }
  const found = placed.filter((each) => 'read' in each)
  const companies = new Map(found.map(({ company }) => [company, names.get(company) ?? '']))
  const known = await readKnownTurbines(db, companies)
  const matches = await matchTurbines(found, known)
  const planned: PlannedTurbine[] = []
  for (const each of placed) {
    await yieldToEventLoop()
    planned.push('read' in each ? planLine(caller, each, matches.get(each)) : { becomes: 'refused', ...each })
  }
  return planned
}

/** A line with its company. */
interface PlaceOfLine {
  read: ReadTurbine
  company: number
}

function findCompany(
  read: ReadTurbine,
  ids: ReadonlyMap<string, number>,
  others: number | undefined,
): PlaceOfLine | RefusedTurbine {
  const name = read.cells.get('company')
  const company = name === undefined ? others : ids.get(foldName(name))
  if (company !== undefined) return { read, company }
  return name === undefined
    ? refuse(read, { column: 'company', code: 'company_unknown' })
    : refuse(read, { column: 'company', code: 'company_unknown', value: shorten(name) })
}

/** The match of a line: its turbine, or why there is none. */
type Match = { turbine: KnownTurbine; differing: ChangedTurbine['differing'] } | { fault: string } | undefined

/** Maximum turbines of one code compared with a line. */
const COMPARED_MAX = 20

/** Matches lines with turbines. Of turbines with the same code, the one with its values matches. */
async function matchTurbines(
  lines: readonly PlaceOfLine[],
  known: ReadonlyMap<string, KnownTurbine[]>,
): Promise<Map<PlaceOfLine, Match>> {
  const matches = new Map<PlaceOfLine, Match>()
  const keyOf = ({ read, company }: PlaceOfLine) => turbineKey({ company_id: company, code: read.code })
  const left = new Map<string, KnownTurbine[]>()
  for (const [key, group] of Map.groupBy(lines, keyOf)) {
    const turbines = (known.get(key) ?? []).slice(0, COMPARED_MAX)
    for (const line of group) {
      await yieldToEventLoop()
      keepKnownPlace(line.read, turbines)
      if (line.read.asked) continue
      const equal = turbines.findIndex((turbine) => differingColumns(line.read.fields, turbine).length === 0)
      const [turbine] = equal < 0 ? [] : turbines.splice(equal, 1)
      if (turbine) matches.set(line, { turbine, differing: [] })
    }
    left.set(key, turbines)
  }
  const seen = new Set<string>()
  for (const line of lines) {
    const key = keyOf(line)
    if (matches.has(line)) continue
    const [turbine, ...others] = left.get(key) ?? []
    if (seen.has(key) || (!turbine && known.has(key))) matches.set(line, { fault: 'code_repeated' })
    else if (others.length > 0) matches.set(line, { fault: 'code_ambiguous' })
    else if (turbine) matches.set(line, { turbine, differing: differingColumns(line.read.fields, turbine) })
    seen.add(key)
  }
  return matches
}

/** A place that looks swapped needs no question if a turbine of the code has it: a person kept it, and our own file repeats it. */
function keepKnownPlace(read: ReadTurbine, turbines: readonly KnownTurbine[]): void {
  if (!read.asked) return
  const coordinates = `${read.asked.latitude},${read.asked.longitude}`
  if (turbines.every((turbine) => differingColumns({ coordinates }, turbine).length > 0)) return
  read.fields.coordinates = coordinates
  read.asked = undefined
}

function planLine(caller: SignedInCaller, { read, company }: PlaceOfLine, match: Match): PlannedTurbine {
  const becomesRefused = (issue: TurbineIssue): PlannedTurbine => ({
    becomes: 'refused',
    ...refuse(read, issue),
  })
  if (match && 'fault' in match)
    return becomesRefused({ column: 'code', code: match.fault, value: shorten(read.code) })
  if (read.asked) return { becomes: 'asked', read, place: read.asked }
  if (!match) return planNew(read, company)
  const { turbine, differing } = match
  if (differing.length === 0) return { becomes: 'known', read }
  if (!may(caller, 'turbine.edit', company))
    return becomesRefused({ column: 'code', code: 'turbine_differs', value: shorten(read.code) })
  return { becomes: 'changed', read, turbine, differing }
}

function planNew(read: ReadTurbine, company: number): PlannedTurbine {
  const draft = { ...read.fields, company_id: company }
  const checked = TurbineDraft.safeParse(draft)
  if (checked.success) return { becomes: 'new', read, fields: { ...checked.data, company_id: company } }
  const issues = cellIssues(issuesOf(checked.error, draft), read.cells)
  return { becomes: 'refused', line: read.line, code: read.code, issues }
}

function refuse({ line, code }: ReadTurbine, issue: TurbineIssue): RefusedTurbine {
  return { line, code, issues: [issue] }
}
