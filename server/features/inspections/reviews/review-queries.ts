import { sql } from 'kysely'
import type { FindingReview, ReviewDecision, ReviewDraft } from '#domain/inspections/review.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'
import { idList } from '#server/infrastructure/database/differing-sql.ts'
import { yieldToEventLoop } from '#server/infrastructure/in-turns.ts'

/** Findings per statement. */
const DECIDED_AT_ONCE = 250

/** The review decisions on the current findings of a year. */
export function listReviews(db: Reader, turbineId: number, year: number): Promise<FindingReview[]> {
  return selectReviews(db)
    .where('finding.turbine_id', '=', turbineId)
    .where('finding.year', '=', year)
    .orderBy('finding_id')
    .execute()
}

/** The decision on a current finding. */
export function findReview(db: Reader, findingId: number): Promise<FindingReview | undefined> {
  return selectReviews(db).where('finding.id', '=', findingId).executeTakeFirst()
}

function selectReviews(db: Reader) {
  return db
    .selectFrom('finding_review')
    .innerJoin('finding', 'finding.id', 'finding_review.finding_id')
    .select([
      'finding_review.id',
      'finding_id',
      'decision',
      'at',
      'finding_review.user_id',
      'finding_review.user_name',
    ])
    .whereRef('finding_review.finding_revision', '=', 'finding.revision')
}

/** A finding with the decision on its current state, or null. */
interface DecidedFinding {
  revision: number
  review: { id: number; user_id: number | null } | null
}

/** The findings of a year by their ids. */
export async function listDecided(
  db: Reader,
  turbineId: number,
  year: number,
): Promise<Map<number, DecidedFinding>> {
  const rows = await db
    .selectFrom('finding')
    .leftJoin('finding_review', (join) =>
      join
        .onRef('finding_review.finding_id', '=', 'finding.id')
        .onRef('finding_review.finding_revision', '=', 'finding.revision'),
    )
    .select([
      'finding.id',
      'finding.revision',
      'finding_review.id as review_id',
      'finding_review.user_id as reviewer_id',
    ])
    .where('finding.turbine_id', '=', turbineId)
    .where('finding.year', '=', year)
    .orderBy('finding.id')
    .execute()
  return new Map(
    rows.map(({ id, revision, review_id, reviewer_id }) => [
      id,
      { revision, review: review_id === null ? null : { id: review_id, user_id: reviewer_id } },
    ]),
  )
}

/**
 * The first finding that the reviewer has not seen as it is: it has changed, or its decision is not the one to replace. Without `replaces`,
 * only the reviewer's own decision may be replaced.
 */
export function findUnseen(
  findings: ReadonlyMap<number, DecidedFinding>,
  wanted: readonly number[],
  { revisions, replaces }: Pick<ReviewDraft, 'revisions' | 'replaces'>,
  reviewerId: number,
): number | undefined {
  return wanted.find((id, index) => {
    const { revision, review = null } = findings.get(id) ?? {}
    if (revisions && revision !== revisions[index]) return true
    if (replaces) return (review?.id ?? null) !== replaces[index]
    return review !== null && review.user_id !== reviewerId
  })
}

/** Stores or revokes a decision on current findings. */
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
    await yieldToEventLoop()
  }
}
