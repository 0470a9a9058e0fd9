import { sql } from 'kysely'
import type { FindingReview, ReviewDecision } from '#domain/inspections/review.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'
import { idList } from '#server/infrastructure/database/differing-sql.ts'
import { answerOthers } from '#server/infrastructure/in-turns.ts'

/** How many findings one statement decides about. */
const DECIDED_AT_ONCE = 250

/** What reviewers have decided about the findings of a year as they are now. */
export function listReviews(db: Reader, turbineId: number, year: number): Promise<FindingReview[]> {
  return db
    .selectFrom('finding_review')
    .innerJoin('finding', 'finding.id', 'finding_review.finding_id')
    .select(['finding_id', 'decision', 'at', 'finding_review.user_name'])
    .where('finding.turbine_id', '=', turbineId)
    .where('finding.year', '=', year)
    .whereRef('finding_review.finding_revision', '=', 'finding.revision')
    .orderBy('finding_id')
    .execute()
}

/** A finding with true if somebody has decided about it as it is now. */
interface Decided {
  isDecided: boolean
  revision: number
}

/** The findings of a year by their ids. */
export async function listDecided(
  db: Reader,
  turbineId: number,
  year: number,
): Promise<Map<number, Decided>> {
  const rows = await db
    .selectFrom('finding')
    .leftJoin('finding_review', (join) =>
      join
        .onRef('finding_review.finding_id', '=', 'finding.id')
        .onRef('finding_review.finding_revision', '=', 'finding.revision'),
    )
    .select(['finding.id', 'finding.revision', 'finding_review.decision'])
    .where('finding.turbine_id', '=', turbineId)
    .where('finding.year', '=', year)
    .orderBy('finding.id')
    .execute()
  return new Map(rows.map(({ id, revision, decision }) => [id, { isDecided: decision !== null, revision }]))
}

/** Stores a decision about findings as they are now, or takes it back. */
export async function decide(
  db: Writer,
  turbineId: number,
  ids: readonly number[],
  decision: ReviewDecision | 'undecided',
  user: { user_id: number; user_name: string },
): Promise<void> {
  const at = new Date().toISOString()
  for (let begin = 0; begin < ids.length; begin += DECIDED_AT_ONCE) {
    const group = idList(db, ids.slice(begin, begin + DECIDED_AT_ONCE))
    await db.deleteFrom('finding_review').where('finding_id', 'in', group).execute()
    if (decision !== 'undecided') {
      await sql`insert into finding_review (finding_id, turbine_id, decision, finding_revision, at, user_id, user_name)
        select id, ${turbineId}, ${decision}, revision, ${at}, ${user.user_id}, ${user.user_name}
        from finding where id in ${group}`.execute(db)
    }
    await answerOthers()
  }
}
