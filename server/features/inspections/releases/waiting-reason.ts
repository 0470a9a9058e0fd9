import { type RawBuilder, sql } from 'kysely'
import { type Caller, may } from '#domain/permissions.ts'

/** Why an inspection waits for a user. */
export type WaitingReason = 'review' | 'returned' | 'open'

/**
 * What waits for a user, in a statement over `inspection_work` and `turbine`: the one definition for the header count, the lists and the
 * mail. Of their own company: those in review, unless the user submitted them or may not publish them; those with returned findings of the
 * user; and open ones with findings of the user.
 *
 * @returns the first of these reasons, or null
 */
export function waitingReason(caller: Caller): RawBuilder<WaitingReason | null> {
  const { id, company_id } = caller
  const worksOnIt = may(caller, 'inspection.work', company_id)
    ? sql`turbine.company_id = ${company_id}`
    : FALSE
  const mayPublish = may(caller, 'inspection.publish', company_id) ? TRUE : FALSE
  return sql<WaitingReason | null>`case
    when not (${worksOnIt}) or inspection_work.state = 'published' then null
    when inspection_work.state = 'in_review' and ${mayPublish} and coalesce(${SENDER}, 0) <> ${id} then 'review'
    when exists (${ownFindings(id)} and ${IS_RETURNED}) then 'returned'
    when inspection_work.state = 'open' and exists (${ownFindings(id)}) then 'open'
  end`
}

const TRUE = sql`1 = 1`
const FALSE = sql`1 = 0`

/** Who last submitted the inspection for review; null after their account is deleted. */
const SENDER = sql`(select inspection_step.user_id from inspection_step
  where inspection_step.turbine_id = inspection_work.turbine_id and inspection_step.year = inspection_work.year
    and inspection_step.step = 'in_review'
  order by inspection_step.id desc limit 1)`

function ownFindings(userId: number) {
  return sql`select 1 from finding where finding.turbine_id = inspection_work.turbine_id
    and finding.year = inspection_work.year and finding.user_id = ${userId}`
}

/** A reviewer has returned the finding, and it has not changed since. */
const IS_RETURNED = sql`exists (select 1 from finding_review where finding_review.finding_id = finding.id
  and finding_review.finding_revision = finding.revision and finding_review.decision = 'returned')`

/** The number of the user's returned findings. */
export function countReturned(userId: number): RawBuilder<number> {
  return sql<number>`(select count(*) from (${ownFindings(userId)} and ${IS_RETURNED}) as returned_findings)`
}
