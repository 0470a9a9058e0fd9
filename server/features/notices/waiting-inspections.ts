import { may, type Viewer } from '#domain/permissions.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'

/** Why an inspection waits for somebody. */
type WaitingReason = 'review' | 'returned' | 'open'

/** An inspection that waits for a user. */
export interface WaitingInspection {
  turbine_id: number
  turbine_name: string
  year: number
  reason: WaitingReason
  /** How many findings of the user were sent back; 0 for another reason. */
  findings: number
}

/**
 * The inspections of the company of a user that wait for them, each once: those in review, unless the user has sent them there; those with findings
 * of the user that were sent back; and those that are open and have findings of the user.
 */
export async function listWaiting(db: Reader, viewer: Viewer): Promise<WaitingInspection[]> {
  const { company_id } = viewer
  if (!may(viewer, 'inspection.work', company_id)) return []
  const returned = await listReturned(db, viewer)
  const open = await listOwnOpen(db, viewer)
  const review = may(viewer, 'inspection.publish', company_id) ? await listInReview(db, viewer) : []
  const waiting = new Map<string, WaitingInspection>()
  for (const one of [...review, ...returned, ...open]) {
    const key = `${one.turbine_id} ${one.year}`
    if (!waiting.has(key)) waiting.set(key, one)
  }
  return [...waiting.values()]
}

async function listInReview(db: Reader, { id, company_id }: Viewer): Promise<WaitingInspection[]> {
  const rows = await inspectionsOf(db, company_id)
    .where('inspection_work.state', '=', 'in_review')
    .select((is) =>
      is
        .selectFrom('inspection_step')
        .select('inspection_step.user_id')
        .whereRef('inspection_step.turbine_id', '=', 'inspection_work.turbine_id')
        .whereRef('inspection_step.year', '=', 'inspection_work.year')
        .where('inspection_step.step', '=', 'in_review')
        .orderBy('inspection_step.id', 'desc')
        .limit(1)
        .as('sender'),
    )
    .execute()
  return rows
    .filter(({ sender }) => sender !== id)
    .map(({ sender, ...row }) => ({ ...named(row), reason: 'review', findings: 0 }))
}

async function listReturned(db: Reader, { id, company_id }: Viewer): Promise<WaitingInspection[]> {
  const rows = await inspectionsOf(db, company_id)
    .innerJoin('finding', (join) =>
      join
        .onRef('finding.turbine_id', '=', 'inspection_work.turbine_id')
        .onRef('finding.year', '=', 'inspection_work.year'),
    )
    .innerJoin('finding_review', (join) =>
      join
        .onRef('finding_review.finding_id', '=', 'finding.id')
        .onRef('finding_review.finding_revision', '=', 'finding.revision'),
    )
    .where('finding_review.decision', '=', 'returned')
    // A company that needs no review can publish it all the same. Then it waits for nobody.
    .where('inspection_work.state', '!=', 'published')
    .where('finding.user_id', '=', id)
    .select(({ fn }) => fn.countAll<number>().as('findings'))
    .groupBy(['inspection_work.turbine_id', 'inspection_work.year', 'turbine.turbine_name', 'turbine.code'])
    .execute()
  return rows.map(({ findings, ...row }) => ({
    ...named(row),
    reason: 'returned',
    findings: Number(findings),
  }))
}

async function listOwnOpen(db: Reader, { id, company_id }: Viewer): Promise<WaitingInspection[]> {
  const rows = await inspectionsOf(db, company_id)
    .where('inspection_work.state', '=', 'open')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('finding')
          .select('finding.id')
          .whereRef('finding.turbine_id', '=', 'inspection_work.turbine_id')
          .whereRef('finding.year', '=', 'inspection_work.year')
          .where('finding.user_id', '=', id),
      ),
    )
    .execute()
  return rows.map((row) => ({ ...named(row), reason: 'open', findings: 0 }))
}

/** The inspections of a company, the newest year first. */
function inspectionsOf(db: Reader, companyId: number) {
  return db
    .selectFrom('inspection_work')
    .innerJoin('turbine', 'turbine.id', 'inspection_work.turbine_id')
    .where('turbine.company_id', '=', companyId)
    .select(['inspection_work.turbine_id', 'inspection_work.year', 'turbine.turbine_name', 'turbine.code'])
    .orderBy('inspection_work.year', 'desc')
    .orderBy('inspection_work.turbine_id')
}

type Row = Pick<WaitingInspection, 'turbine_id' | 'turbine_name' | 'year'> & { code: string }

function named({ code, ...row }: Row) {
  return { ...row, turbine_name: row.turbine_name || code }
}
