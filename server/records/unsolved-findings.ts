import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { UNSOLVED_STATUSES } from '#domain/findings/finding.ts'

const STATUSES = sql.join(UNSOLVED_STATUSES.map((status) => sql.lit(status)))

/** `isNewest` of `domain/findings/finding-rules.ts` in SQL, for statements about the table `finding`. The only definition in SQL. */
export const IS_NEWEST = newestOf(sql``)

/** `isUnsolved` of `domain/findings/finding-rules.ts` in SQL, for statements about the table `finding`. The only definition in SQL. */
export const IS_UNSOLVED = unsolvedUnlessContinued(sql``)

/** Like `IS_UNSOLVED`, among the current rows of `published_finding`: it decides a turbine's state. */
export const IS_UNSOLVED_AS_PUBLISHED = unsolvedAsPublished(sql``)

/** Like `IS_UNSOLVED_AS_PUBLISHED`, as of the inspection of `inspection_work`: later findings do not continue it yet. */
export const IS_UNSOLVED_BY_INSPECTION = unsolvedAsPublished(
  sql` and continuing.year <= inspection_work.year`,
)

/** @param restriction of the later findings that count */
function unsolvedAsPublished(restriction: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(published_finding.status in (${STATUSES}) and not exists (select 1 from published_finding as continuing where continuing.is_current = 1 and continuing.earlier_id = published_finding.id and continuing.found_on > published_finding.found_on${restriction}))`
}

/** Like `IS_UNSOLVED`, as of the inspection of `year`: later findings do not continue it yet. See `unsolvedAfter` of the same rules. */
export function isUnsolvedAfter(year: number): RawBuilder<SqlBool> {
  return unsolvedUnlessContinued(knownAfter(year))
}

/** Like `IS_NEWEST`, as of the inspection of `year`. See `newestAfter` of the same rules. */
export function isNewestAfter(year: number): RawBuilder<SqlBool> {
  return newestOf(knownAfter(year))
}

/** The findings of the inspection of `year`, and unresolved earlier ones without a successor by then. */
export function isOfInspection(year: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`(finding.year = ${year} or (finding.year < ${year} and ${isUnsolvedAfter(year)}))`
}

function knownAfter(year: number): RawBuilder<unknown> {
  return sql` and continuing.year <= ${year}`
}

/** @param restriction of the later findings that count */
function unsolvedUnlessContinued(restriction: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(finding.status in (${STATUSES}) and ${newestOf(restriction)})`
}

/**
 * The days of a chain ascend. In published data, two versions can each say that a finding continues the other: one was moved to another
 * year in between.
 *
 * @param restriction as of `unsolvedUnlessContinued`
 */
function newestOf(restriction: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`not exists (select 1 from finding as continuing where continuing.earlier_id = finding.id and continuing.found_on > finding.found_on${restriction})`
}
