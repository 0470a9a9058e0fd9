import { type RawBuilder, sql } from 'kysely'
import { may, type Viewer } from '#domain/permissions.ts'

/** Why an inspection waits for a user. */
export type WaitingReason = 'review' | 'returned' | 'open'

/**
 * What waits for a user, of a statement that selects from `inspection_work` and `turbine`: one definition for the number in the header of the panel,
 * the lists and the mail. Of their own company, those in review, unless the user has sent them there or may not publish them; those with findings of
 * the user that were sent back; and those that are open and have findings of the user.
 *
 * @returns the first of these reasons; null if it does not wait for the user
 */
export function waitingReason(viewer: Viewer): RawBuilder<WaitingReason | null> {
  const { id, company_id } = viewer
  const worksOnIt = may(viewer, 'inspection.work', company_id)
    ? sql`turbine.company_id = ${company_id}`
    : FALSE
  const mayPublish = may(viewer, 'inspection.publish', company_id) ? TRUE : FALSE
  return sql<WaitingReason | null>`case
    when not (${worksOnIt}) or inspection_work.state = 'published' then null
    when inspection_work.state = 'in_review' and ${mayPublish} and coalesce(${SENDER}, 0) <> ${id} then 'review'
    when exists (${ownFindings(id)} and ${IS_RETURNED}) then 'returned'
    when inspection_work.state = 'open' and exists (${ownFindings(id)}) then 'open'
  end`
}

const TRUE = sql`1 = 1`
const FALSE = sql`1 = 0`

/** Who has sent the inspection to the review last; null after their account is deleted. */
const SENDER = sql`(select inspection_step.user_id from inspection_step
  where inspection_step.turbine_id = inspection_work.turbine_id and inspection_step.year = inspection_work.year
    and inspection_step.step = 'in_review'
  order by inspection_step.id desc limit 1)`

function ownFindings(userId: number) {
  return sql`select 1 from finding where finding.turbine_id = inspection_work.turbine_id
    and finding.year = inspection_work.year and finding.user_id = ${userId}`
}

/** A reviewer has sent the finding back, and nobody has changed what it says since. */
const IS_RETURNED = sql`exists (select 1 from finding_review where finding_review.finding_id = finding.id
  and finding_review.finding_revision = finding.revision and finding_review.decision = 'returned')`

/** How many findings of the user are sent back. */
export function countReturned(userId: number): RawBuilder<number> {
  return sql<number>`(select count(*) from (${ownFindings(userId)} and ${IS_RETURNED}) as returned_findings)`
}
