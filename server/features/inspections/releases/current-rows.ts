import { type RawBuilder, sql } from 'kysely'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'
import { idList } from '#server/infrastructure/database/differing-sql.ts'
import { yieldToEventLoop } from '#server/infrastructure/in-turns.ts'

/** Findings changed by one statement: some milliseconds in SQLite, which blocks the event loop. */
const CHANGED_AT_ONCE = 250

/**
 * Sets the version in which customers read each of these findings: the last published among the newest versions of the years that are not
 * withdrawn. A finding moved to another year is in both years until the first one is published again, and is shown once.
 */
export async function chooseCurrent(
  db: Writer,
  turbineId: number,
  findings: readonly number[],
): Promise<void> {
  const newest = await newestVersions(db, turbineId)
  const ids = [...new Set(findings)]
  for (let begin = 0; begin < ids.length; begin += CHANGED_AT_ONCE) {
    const group = idList(db, ids.slice(begin, begin + CHANGED_AT_ONCE))
    const isShown = isShownIn(idList(db, newest))
    await sql`update published_finding set is_current = ${isShown}
      where id in ${group} and is_current <> ${isShown}`.execute(db)
    await yieldToEventLoop()
  }
}

/** 1 for a row of `published_finding` that customers read. @param newest the ids of `newestVersions` in SQL */
function isShownIn(newest: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`case when version_id = (select max(other.version_id) from published_finding as other
    where other.id = published_finding.id and other.version_id in ${newest}) then 1 else 0 end`
}

/** The findings of a turbine with a wrong current row, each once. For `verify`. */
export async function listWronglyCurrent(db: Reader, turbineId: number): Promise<number[]> {
  const newest = await newestVersions(db, turbineId)
  const rows = await db
    .selectFrom('published_finding')
    .select('id')
    .distinct()
    .where('turbine_id', '=', turbineId)
    .where('is_current', '<>', isShownIn(idList(db, newest)) as unknown as RawBuilder<0 | 1>)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The newest version of each year that is not withdrawn. Its id is greater than those published before it. */
async function newestVersions(db: Reader, turbineId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('inspection_version')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('turbine_id', '=', turbineId)
    .where('withdrawn_at', 'is', null)
    .groupBy('year')
    .execute()
  return rows.map(({ id }) => id)
}

/** The findings of a year that customers read now. */
export async function currentIds(db: Reader, turbineId: number, year: number): Promise<number[]> {
  const rows = await db
    .selectFrom('published_finding')
    .select('id')
    .where('turbine_id', '=', turbineId)
    .where('year', '=', year)
    .where('is_current', '=', 1)
    .execute()
  return rows.map(({ id }) => id)
}
