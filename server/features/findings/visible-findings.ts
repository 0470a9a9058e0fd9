import { type InferResult, sql } from 'kysely'
import {
  type Finding,
  FindingFields,
  type FindingFilter,
  type FleetFinding,
  type FleetFindingFilter,
} from '#domain/findings/finding.ts'
import type { TypedFindingCode } from '#domain/findings/finding-code.ts'
import { findingNumber, numberAt } from '#domain/findings/finding-rules.ts'
import type { FindingShape } from '#domain/findings/finding-shape.ts'
import { type Caller, mayEverywhere } from '#domain/permissions.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { laterDay } from '#server/infrastructure/database/differing-sql.ts'
import { thumbnailUrl } from '#server/infrastructure/store/media-url.ts'
import {
  IS_NEWEST,
  IS_UNSOLVED,
  isNewestAfter,
  isOfInspection,
  isUnsolvedAfter,
} from '#server/records/unsolved-findings.ts'
import { DEADLINES } from './finding-types.ts'
import { isNotOverdue, isOverdue, type Todays } from './overdue-findings.ts'

const COLUMNS = (Object.keys(FindingFields.shape) as (keyof FindingFields)[]).filter(
  (column) => column !== 'earlier_id',
)

/** The visible, matching findings. @param todays of `listTodays`, for this filter */
export function visibleFindings(db: Reader, caller: Caller, filter: FleetFindingFilter, todays: Todays) {
  let query = findingsOfTurbines(db)
  if (!mayEverywhere(caller, 'finding.read'))
    query = query.where('turbine.company_id', '=', caller.company_id)
  if (filter.company_id !== undefined) query = query.where('turbine.company_id', '=', filter.company_id)
  if (filter.city !== undefined) query = query.where('turbine.city', '=', filter.city)
  if (filter.turbine_id !== undefined) query = query.where('finding.turbine_id', '=', filter.turbine_id)
  return selectMatching(db, query, filter, todays)
}

/** The findings of one turbine. Requires that the caller may read the turbine. */
export function findingsOfTurbine(db: Reader, turbineId: number) {
  return findingsOfTurbines(db).where('finding.turbine_id', '=', turbineId)
}

function findingsOfTurbines(db: Reader) {
  return (
    db
      .selectFrom('finding')
      .innerJoin('turbine', 'turbine.id', 'finding.turbine_id')
      .innerJoin('company', 'company.id', 'turbine.company_id')
      .leftJoin('photo', 'photo.id', 'finding.photo_id')
      // Two published findings can continue the same one: in versions of different times.
      .leftJoin('finding as later', (join) =>
        join.on('later.id', '=', (is) =>
          is
            .selectFrom('finding as continuing')
            .select(({ fn }) => fn.max('continuing.id').as('id'))
            .whereRef('continuing.earlier_id', '=', 'finding.id')
            // See `newestOf` of `unsolved-findings.ts`.
            .whereRef('continuing.found_on', '>', 'finding.found_on'),
        ),
      )
  )
}

export type Findings = ReturnType<typeof findingsOfTurbines>

export function selectMatching(
  db: Reader,
  findings: Findings,
  filter: FindingFilter,
  todays: Todays,
): Findings {
  let query = findings
  if (filter.blade !== undefined) query = query.where('finding.blade', '=', filter.blade)
  if (filter.side !== undefined) query = query.where('finding.side', '=', filter.side)
  if (filter.type !== undefined) query = query.where('finding.type', '=', filter.type)
  if (filter.severity_min !== undefined) query = query.where('finding.severity', '>=', filter.severity_min)
  const { severity } = filter
  if (severity === 'none') query = query.where('finding.severity', 'is', null)
  else if (severity !== undefined) query = query.where('finding.severity', '=', severity)
  if (filter.year !== undefined) query = query.where('finding.year', '=', filter.year)
  const { status, inspection } = filter
  if (inspection !== undefined) query = query.where(isOfInspection(inspection))
  if (status === 'unsolved')
    query = inspection === undefined ? selectUnsolved(query) : query.where(isUnsolvedAfter(inspection))
  else if (status !== undefined) query = query.where('finding.status', '=', status)
  const { due_from, due_before } = filter
  if (due_from !== undefined) query = selectUnsolved(query).where(dueOn(db), '>=', due_from)
  if (due_before !== undefined) query = selectUnsolved(query).where(dueOn(db), '<', due_before)
  if (filter.overdue === 'true') query = query.where(isOverdue(dueOn(db), todays))
  if (filter.overdue === 'false') query = query.where(isNotOverdue(dueOn(db), todays))
  if (filter.sightings === 'newest')
    query = query.where(inspection === undefined ? IS_NEWEST : isNewestAfter(inspection))
  return query
}

/** Findings by code prefix. A turbine's code matches in any case, also of Turkish letters. */
export function selectCode(
  findings: Findings,
  { turbineCode, blade, sides, serial }: TypedFindingCode,
): Findings {
  const query = findings.where(({ eb, and, or }) =>
    or([
      and([
        eb('finding.kept_number', 'is', null),
        eb('finding.blade', '=', blade),
        eb('finding.side', 'in', sides),
        ...(serial === null ? [] : [eb('finding.serial', '=', serial)]),
      ]),
      ...sides.map((side) =>
        serial === null
          ? eb('finding.kept_number', 'like', `${blade}-${side}-%`)
          : eb('finding.kept_number', '=', numberAt({ blade, side }, serial)),
      ),
    ]),
  )
  if (turbineCode === '') return query
  const cases = [turbineCode, turbineCode.toUpperCase(), turbineCode.toLocaleUpperCase('tr')]
  return query.where('turbine.code', 'in', cases)
}

/** Unresolved findings. One that a later finding continues is judged there. */
export function selectUnsolved(findings: Findings): Findings {
  return findings.where(IS_UNSOLVED)
}

/**
 * The due day of a finding. Severity 1 and ungraded findings have no deadline.
 *
 * @param finding the table of the finding; the statement has the table `company` as well
 */
export function dueOn(db: Reader, finding: 'finding' | 'published_finding' = 'finding') {
  const months = sql.join(
    DEADLINES.map(
      ({ severity, months: standard }) =>
        sql`when ${sql.lit(severity)} then coalesce(${sql.ref(`company.deadline_${severity}_months`)}, ${sql.lit(standard)})`,
    ),
    sql` `,
  )
  const day = laterDay(
    db,
    `${finding}.found_on`,
    sql<number | null>`(case ${sql.ref(`${finding}.severity`)} ${months} end)`,
  )
  return sql<string | null>`coalesce(${sql.ref(`${finding}.own_due_on`)}, ${day})`
}

/** With all columns that `asFinding` needs. */
export function selectFinding(db: Reader, findings: Findings) {
  return findings
    .select(COLUMNS.map((column) => `finding.${column}` as const))
    .select([
      'finding.id',
      'finding.turbine_id',
      'finding.serial',
      'finding.kept_number',
      'finding.user_id',
      'finding.user_name',
      'finding.created_at',
      'finding.updated_at',
      'finding.revision',
      'later.id as later_id',
      'photo.key as photo_key',
      'photo.width as photo_width',
      'photo.height as photo_height',
    ])
    .select((is) =>
      // A published finding can continue an unpublished one, whose id is for the team.
      is
        .selectFrom('finding as continued')
        .select('continued.id')
        .whereRef('continued.id', '=', 'finding.earlier_id')
        .whereRef('continued.found_on', '<', 'finding.found_on')
        .as('earlier_id'),
    )
    .select(dueOn(db).as('due_on'))
}

/** With the columns of the turbine and its company as well. */
export function selectFleetFinding(db: Reader, findings: Findings) {
  return selectFinding(db, findings).select([
    'turbine.turbine_name',
    'turbine.code as turbine_code',
    'turbine.city',
    'turbine.company_id',
    'company.name as company_name',
    'company.time_zone',
  ])
}

type Row = InferResult<ReturnType<typeof selectFinding>>[number]
type FleetRow = InferResult<ReturnType<typeof selectFleetFinding>>[number]

export function asFinding<R extends Row>({
  serial,
  kept_number,
  photo_key,
  photo_width,
  photo_height,
  ...row
}: R): Finding {
  return {
    ...row,
    shape: row.photo_id === null || row.shape === null ? null : (JSON.parse(row.shape) as FindingShape),
    positions_m: JSON.parse(row.positions_m) as number[],
    number: findingNumber({ ...row, serial, kept_number }),
    thumb_url:
      photo_key === null || photo_width === null || photo_height === null
        ? null
        : thumbnailUrl(photo_key, { width: photo_width, height: photo_height }),
  }
}

export function asFleetFinding(row: FleetRow): FleetFinding {
  return asFinding(row) as FleetFinding
}
