import { sql } from 'kysely'
import {
  type Finding,
  type FindingFields,
  type FindingFilter,
  type FleetFindingQuery,
  type ListedFinding,
  OBSERVATION_FIELDS,
} from '#domain/findings/finding.ts'
import { readFindingCode } from '#domain/findings/finding-code.ts'
import { historyOf } from '#domain/findings/finding-links.ts'
import { FINDINGS_PAGE_SIZE, FINDINGS_PER_TURBINE_MAX } from '#domain/limits.ts'
import { type Caller, ROLES } from '#domain/permissions.ts'
import { changedFields } from '#server/core/audit/audit-log.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'
import { idList } from '#server/infrastructure/database/differing-sql.ts'
import { readInGroups } from '#server/infrastructure/database/in-groups.ts'
import { refuseViolation } from '#server/infrastructure/database/refuse-violation.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { mapInTurns, yieldToEventLoop } from '#server/infrastructure/in-turns.ts'
import { seesOnlyPublished } from '#server/records/published-rows.ts'
import { IS_NEWEST, IS_UNSOLVED } from '#server/records/unsolved-findings.ts'
import { nextSerial } from './finding-serials.ts'
import { listTodays } from './overdue-findings.ts'
import { readPageByTurbine } from './page-by-turbine.ts'
import {
  asFinding,
  asFleetFinding,
  dueOn,
  type Findings,
  findingsOfTurbine,
  selectCode,
  selectFinding,
  selectFleetFinding,
  selectMatching,
  visibleFindings,
} from './visible-findings.ts'

/** The findings of a turbine, by blade, from root to tip. Requires that the caller may read the turbine. */
export async function listFindings(db: Reader, turbineId: number, filter: FindingFilter): Promise<Finding[]> {
  const todays = await listTodays(db, filter)
  const rows = await selectFinding(db, selectMatching(db, findingsOfTurbine(db, turbineId), filter, todays))
    .orderBy('finding.blade')
    .orderBy('finding.from_m', (place) => place.asc().nullsLast())
    .orderBy('finding.id')
    .execute()
  return mapInTurns(rows, asFinding)
}

/** As `listFindings`, for transactions: SQLite reads them on the writing connection, so in batches. */
export async function listFindingsInGroups(db: Reader, turbineId: number): Promise<Finding[]> {
  const ids = await db.selectFrom('finding').select('id').where('turbine_id', '=', turbineId).execute()
  const rows = await readInGroups(
    ids.map(({ id }) => id),
    (group) =>
      selectFinding(db, findingsOfTurbine(db, turbineId))
        .where('finding.id', 'in', idList(db, group))
        .execute(),
  )
  const findings = await mapInTurns(rows, asFinding)
  const place = ({ from_m }: Finding) => from_m ?? Number.POSITIVE_INFINITY
  return findings.sort((a, b) => {
    if (a.blade !== b.blade) return a.blade < b.blade ? -1 : 1
    return place(a) === place(b) ? a.id - b.id : place(a) - place(b)
  })
}

/** One page of the visible findings, and the number of all matches. */
export async function listFleetFindings(
  db: Reader,
  caller: Caller,
  query: FleetFindingQuery,
): Promise<{ data: ListedFinding[]; total: number }> {
  const code = query.q === undefined ? undefined : readFindingCode(query.q)
  if (query.q !== undefined && !code) return { data: [], total: 0 }
  const visible = visibleFindings(db, caller, query, await listTodays(db, query))
  const matching = code ? selectCode(visible, code) : visible
  const { rows, total } =
    query.order === 'turbine'
      ? await readPageByTurbine(db, matching, query.page)
      : await readPage(db, matching, query.order, query.page)
  const continued = rows.flatMap(({ id, later_id }) => (later_id === null ? [] : [id]))
  const newest = await findNewest(db, continued)
  return { data: rows.map((row) => ({ ...asFleetFinding(row), newest: newest.get(row.id) ?? null })), total }
}

type ColumnOrder = Exclude<FleetFindingQuery['order'], 'turbine'>

async function readPage(db: Reader, matching: Findings, order: ColumnOrder, page: number) {
  const rows = await orderFindings(db, selectFleetFinding(db, matching), order)
    .limit(FINDINGS_PAGE_SIZE)
    .offset((page - 1) * FINDINGS_PAGE_SIZE)
    .execute()
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

interface Newest {
  id: number
  year: number
}

/** The last finding in the chain of each of these findings, which later ones continue. */
async function findNewest(db: Reader, ids: readonly number[]): Promise<Map<number, Newest>> {
  if (ids.length === 0) return new Map()
  // Not `union all`: a cyclic link must not make an endless statement.
  const newest = sql<Newest & { start: number }>`(
    with recursive link(start, id, year) as (
      select earlier_id, id, year from finding where earlier_id in ${idList(db, ids)}
      union
      select link.start, finding.id, finding.year from finding join link on finding.earlier_id = link.id)
    select link.start, finding.id, finding.year from link join finding on finding.id = link.id where ${IS_NEWEST})`
  const rows = await db.selectFrom(newest.as<'newest'>('newest')).selectAll().execute()
  return new Map(rows.map(({ start, id, year }) => [start, { id, year }]))
}

function orderFindings(db: Reader, findings: ReturnType<typeof selectFleetFinding>, order: ColumnOrder) {
  const sorted = {
    due_on: () =>
      findings
        .orderBy((is) => is.case().when(IS_UNSOLVED).then(0).else(1).end())
        .orderBy(dueOn(db), (day) => day.asc().nullsLast()),
    severity: () => findings.orderBy('finding.severity', (severity) => severity.desc().nullsLast()),
    found_on: () => findings.orderBy('finding.found_on', 'desc'),
    updated_at: () => findings.orderBy('finding.updated_at', 'desc'),
  }[order]()
  return sorted
    .orderBy('finding.severity', (severity) => severity.desc().nullsLast())
    .orderBy('finding.id', 'desc')
}

/** @throws ApiError `finding_not_found` if the turbine has no such finding */
export async function getFinding(db: Reader, turbineId: number, id: number): Promise<Finding> {
  const finding = await findFinding(db, turbineId, id)
  if (!finding) throw new ApiError('finding_not_found')
  return finding
}

export async function findFinding(db: Reader, turbineId: number, id: number): Promise<Finding | undefined> {
  const row = await selectFinding(db, findingsOfTurbine(db, turbineId))
    .where('finding.id', '=', id)
    .executeTakeFirst()
  return row && asFinding(row)
}

/** The chain of a finding, oldest first. */
export async function listHistory(db: Reader, finding: Finding): Promise<Finding[]> {
  const found = new Map<number, Finding>()
  for (const next of ['earlier_id', 'later_id'] as const) {
    let id = finding[next]
    while (id !== null && !found.has(id)) {
      const neighbour = await findFinding(db, finding.turbine_id, id)
      if (!neighbour) break
      found.set(id, neighbour)
      id = neighbour[next]
      await yieldToEventLoop()
    }
  }
  return historyOf(finding, (id) => found.get(id))
}

/** @param more the number of findings to add @throws ApiError `turbine_has_too_many_findings` */
export async function refuseTooManyFindings(db: Reader, turbineId: number, more: number): Promise<void> {
  if (more > (await countFindingsLeft(db, turbineId))) throw new ApiError('turbine_has_too_many_findings')
}

/** How many more findings the turbine may get. */
export async function countFindingsLeft(db: Reader, turbineId: number): Promise<number> {
  const { count } = await db
    .selectFrom('finding')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('turbine_id', '=', turbineId)
    .executeTakeFirstOrThrow()
  return FINDINGS_PER_TURBINE_MAX - Number(count)
}

interface Author {
  user_id: number
  /** Stored in the finding, which outlives its author's account. */
  user_name: string
}

/**
 * @param reservedSerial a serial at a place locked by `lockSerials`; by default the next one
 * @returns the id of the new finding
 * @throws ApiError `finding_already_continued`
 */
export async function insertFinding(
  db: Writer,
  turbineId: number,
  fields: FindingFields,
  author: Author,
  reservedSerial?: number,
): Promise<number> {
  const now = new Date().toISOString()
  const serial = reservedSerial ?? (await nextSerial(db, turbineId, fields))
  const { id } = await refuseViolation('unique', 'finding_already_continued', () =>
    db
      .insertInto('finding')
      .values({
        ...columnsOf(fields),
        ...author,
        turbine_id: turbineId,
        serial,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return id
}

/** A new blade or side gives a finding a new number. @throws ApiError `finding_already_continued` */
export async function updateFinding(db: Writer, finding: Finding, fields: FindingFields): Promise<void> {
  const isMoved = fields.blade !== finding.blade || fields.side !== finding.side
  const moved = isMoved ? { serial: await nextSerial(db, finding.turbine_id, fields), kept_number: null } : {}
  await refuseViolation('unique', 'finding_already_continued', () =>
    db
      .updateTable('finding')
      .set(({ eb }) => ({
        ...columnsOf(fields),
        ...moved,
        updated_at: new Date().toISOString(),
        revision: eb('revision', '+', 1),
      }))
      .where('id', '=', finding.id)
      .execute(),
  )
  const changed = changedFields(finding, fields)
  if (!OBSERVATION_FIELDS.some((field) => changed.includes(field))) await keepDecision(db, finding)
}

/** Carries a review decision over to the next revision, because the finding says the same. */
async function keepDecision(db: Writer, { id, revision }: Finding): Promise<void> {
  await db
    .updateTable('finding_review')
    .set({ finding_revision: revision + 1 })
    .where('finding_id', '=', id)
    .where('finding_revision', '=', revision)
    .execute()
}

/**
 * Its successor then continues its predecessor. Comments on unpublished findings stay with the team. A customer's question about a
 * published version stays theirs: they know the finding.
 */
export async function deleteFinding(db: Writer, { id, earlier_id, later_id }: Finding): Promise<void> {
  await db
    .updateTable('comment')
    .set({ audience: 'team' })
    .where('finding_id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('published_finding')
            .select('published_finding.id')
            .whereRef('published_finding.id', '=', 'comment.finding_id')
            .where('published_finding.is_current', '=', 1),
        ),
      ),
    )
    .where(({ and, not, exists, selectFrom }) =>
      not(
        and([
          exists(
            selectFrom('user')
              .select('user.id')
              .whereRef('user.id', '=', 'comment.user_id')
              .where('user.role', 'in', ROLES.filter(seesOnlyPublished)),
          ),
          exists(
            selectFrom('published_finding')
              .select('published_finding.id')
              .whereRef('published_finding.id', '=', 'comment.finding_id'),
          ),
        ]),
      ),
    )
    .execute()
  await db.deleteFrom('finding').where('id', '=', id).execute()
  if (later_id !== null) await linkFinding(db, later_id, earlier_id)
}

/** Sets or removes the earlier finding of a finding. */
export async function linkFinding(db: Writer, id: number, earlier_id: number | null): Promise<void> {
  const updated_at = new Date().toISOString()
  await db
    .updateTable('finding')
    .set(({ eb }) => ({ earlier_id, updated_at, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

function columnsOf({ shape, positions_m, ...fields }: FindingFields) {
  return { ...fields, shape: shape && JSON.stringify(shape), positions_m: JSON.stringify(positions_m) }
}
