import type { TransitionFacts } from '#domain/inspections/state.ts'
import type { Caller } from '#domain/permissions.ts'
import type { Turbine } from '#domain/turbine.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { asWork, type WorkRow } from './inspection-work.ts'

/** The facts that decide a team member's possible state changes. @param row of `findWork` */
export async function readTransitionFacts(
  db: Reader,
  caller: Caller,
  turbine: Pick<Turbine, 'id' | 'company_id'>,
  row: WorkRow,
): Promise<TransitionFacts> {
  const { photos, looked_at, findings, not_graded, unpublished_changes } = asWork(caller, row)
  const read = await db
    .selectFrom('company')
    .where('company.id', '=', turbine.company_id)
    .select('company.review_required')
    .select((is) => {
      const ofYear = is
        .selectFrom('finding')
        .where('finding.turbine_id', '=', turbine.id)
        .where('finding.year', '=', row.year)
      const steps = is
        .selectFrom('inspection_step')
        .select('inspection_step.user_id')
        .where('inspection_step.turbine_id', '=', turbine.id)
        .where('inspection_step.year', '=', row.year)
      const { countAll } = is.fn
      return [
        ofYear
          .where('finding.user_id', '=', caller.id)
          .select(countAll<number>().as('count'))
          .as('own_findings'),
        ofYear
          .innerJoin('finding_review', 'finding_review.finding_id', 'finding.id')
          .where('finding_review.decision', '=', 'returned')
          .whereRef('finding_review.finding_revision', '=', 'finding.revision')
          .select(countAll<number>().as('count'))
          .as('returned'),
        ofYear
          .innerJoin('finding_review', 'finding_review.finding_id', 'finding.id')
          .whereRef('finding_review.finding_revision', '=', 'finding.revision')
          .select(countAll<number>().as('count'))
          .as('decided'),
        is.exists(steps.where('inspection_step.step', '=', 'in_review')).as('was_in_review'),
        steps
          .where('inspection_step.step', '=', 'in_review')
          .orderBy('inspection_step.id', 'desc')
          .limit(1)
          .as('sender'),
      ]
    })
    .executeTakeFirstOrThrow()
  return {
    state: row.state,
    published_version: row.published_version,
    photos,
    looked_at,
    unpublished_changes: unpublished_changes ?? 0,
    unlooked_reason: row.unlooked_reason,
    findings,
    not_graded,
    returned: Number(read.returned ?? 0),
    own_findings: Number(read.own_findings ?? 0),
    undecided: findings - Number(read.decided ?? 0),
    is_reviewed: Boolean(read.was_in_review) || read.review_required === 1,
    is_sender: read.sender === caller.id,
    review_required: read.review_required === 1,
  }
}
