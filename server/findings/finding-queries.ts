import {
  type Finding,
  type FindingFields,
  type FindingFilter,
  type FleetFinding,
  type FleetFindingQuery,
  UNSOLVED_STATUSES,
} from '#domain/finding.ts'
import { historyOf } from '#domain/finding-rules.ts'
import type { FindingSide } from '#domain/finding-type.ts'
import { FINDINGS_PAGE_SIZE } from '#domain/limits.ts'
import type { Viewer } from '#domain/permissions.ts'
import type { Blade } from '#domain/photo.ts'
import type { Reader, Writer } from '#server/database/database.ts'
import { refuseViolation } from '#server/database/refuse-violation.ts'
import { ApiError } from '#server/errors.ts'
import {
  asFinding,
  asFleetFinding,
  dueOn,
  findingsOfTurbine,
  selectFinding,
  selectFleetFinding,
  visibleFindings,
} from './visible-findings.ts'

/** The findings of a turbine from the root to the tip of each blade. The caller has checked that the viewer may read the turbine. */
export async function listFindings(db: Reader, turbineId: number, filter: FindingFilter): Promise<Finding[]> {
  const rows = await selectFinding(db, findingsOfTurbine(db, turbineId, filter))
    .orderBy('finding.blade')
    .orderBy('finding.from_m', (place) => place.asc().nullsLast())
    .orderBy('finding.id')
    .execute()
  return rows.map(asFinding)
}

/** One page of the findings that the viewer may see, and the number of all that match. */
export async function listFleetFindings(
  db: Reader,
  viewer: Viewer,
  query: FleetFindingQuery,
): Promise<{ data: FleetFinding[]; total: number }> {
  const matching = visibleFindings(db, viewer, query)
  const rows = await ordered(db, selectFleetFinding(db, matching), query.order)
    .limit(FINDINGS_PAGE_SIZE)
    .offset((query.page - 1) * FINDINGS_PAGE_SIZE)
    .execute()
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { data: rows.map(asFleetFinding), total }
}

function ordered(
  db: Reader,
  findings: ReturnType<typeof selectFleetFinding>,
  order: FleetFindingQuery['order'],
) {
  const sorted = {
    due_on: () =>
      findings
        .orderBy((is) => is.case().when('finding.status', 'in', UNSOLVED_STATUSES).then(0).else(1).end())
        .orderBy(dueOn(db), (day) => day.asc().nullsLast()),
    severity: () => findings.orderBy('finding.severity', (severity) => severity.desc().nullsLast()),
    found_on: () => findings.orderBy('finding.found_on', 'desc'),
    turbine: () => findings.orderBy('turbine.code').orderBy('turbine.id').orderBy('finding.blade'),
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

/** The findings that continue each other, with this one, the oldest first. */
export async function listHistory(db: Reader, finding: Finding): Promise<Finding[]> {
  const all = await listFindings(db, finding.turbine_id, {})
  const byId = new Map(all.map((each) => [each.id, each]))
  return historyOf(finding, (id) => byId.get(id))
}

interface Author {
  user_id: number
  /** Stored in the finding, because the finding stays when its author is deleted. */
  user_name: string
}

/** @returns the id of the new finding @throws ApiError `finding_already_continued` */
export async function insertFinding(
  db: Writer,
  turbineId: number,
  fields: FindingFields,
  author: Author,
): Promise<number> {
  const now = new Date().toISOString()
  const serial = await nextSerial(db, turbineId, fields)
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

/** A finding that moves to another blade or side gets another number. @throws ApiError `finding_already_continued` */
export async function updateFinding(db: Writer, finding: Finding, fields: FindingFields): Promise<void> {
  const isMoved = fields.blade !== finding.blade || fields.side !== finding.side
  const moved = isMoved ? { serial: await nextSerial(db, finding.turbine_id, fields) } : {}
  await refuseViolation('unique', 'finding_already_continued', () =>
    db
      .updateTable('finding')
      .set({ ...columnsOf(fields), ...moved, updated_at: new Date().toISOString() })
      .where('id', '=', finding.id)
      .execute(),
  )
}

/** The finding after it continues the one before it. */
export async function deleteFinding(db: Writer, { id, earlier_id, later_id }: Finding): Promise<void> {
  await db.deleteFrom('finding').where('id', '=', id).execute()
  if (later_id !== null)
    await db.updateTable('finding').set({ earlier_id }).where('id', '=', later_id).execute()
}

async function nextSerial(
  db: Writer,
  turbineId: number,
  { blade, side }: { blade: Blade; side: FindingSide },
): Promise<number> {
  const { last } = await db
    .insertInto('finding_serial')
    .values({ turbine_id: turbineId, blade, side, last: 1 })
    .onConflict((serial) =>
      serial
        .columns(['turbine_id', 'blade', 'side'])
        .doUpdateSet(({ eb }) => ({ last: eb('finding_serial.last', '+', 1) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}

function columnsOf({ shape, positions_m, ...fields }: FindingFields) {
  return { ...fields, shape: shape && JSON.stringify(shape), positions_m: JSON.stringify(positions_m) }
}
