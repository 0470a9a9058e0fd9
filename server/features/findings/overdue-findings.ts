import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { FindingFilter } from '#domain/findings/finding.ts'
import { todayIn } from '#domain/time/today.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { IS_UNSOLVED } from '#server/infrastructure/database/unsolved-findings.ts'

/** Today in the time zone of each company, by zone name. Empty for a filter that does not depend on today. */
export type Todays = ReadonlyMap<string, string>

/** The time is read only for filters that depend on it: other answers are cached. */
export async function listTodays(
  db: Reader,
  { overdue }: FindingFilter,
  now = () => new Date(),
): Promise<Todays> {
  if (overdue === undefined) return new Map()
  const zones = await db.selectFrom('company').select('time_zone').distinct().execute()
  const at = now()
  return new Map(zones.map(({ time_zone }) => [time_zone, todayIn(time_zone, at)]))
}

/**
 * `isOverdue` of `domain/findings/finding-rules.ts` in SQL, for statements about the tables `finding` and `company`. The only definition
 * in SQL.
 */
export function isOverdue(dueOn: RawBuilder<string | null>, todays: Todays): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${IS_UNSOLVED} and ${hasPassed(dueOn, todays)})`
}

/** Unresolved and not overdue: without a due date, or before it. */
export function isNotOverdue(dueOn: RawBuilder<string | null>, todays: Todays): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${IS_UNSOLVED} and not ${hasPassed(dueOn, todays)})`
}

/** False, never null, without a due date. */
function hasPassed(dueOn: RawBuilder<string | null>, todays: Todays): RawBuilder<SqlBool> {
  const days = [...todays].map(([zone, today]) => sql`when ${zone} then ${today}`)
  return sql<SqlBool>`coalesce(${dueOn} < (case company.time_zone ${sql.join(days, sql` `)} end), false)`
}
