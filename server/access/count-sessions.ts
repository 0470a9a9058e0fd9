import type { Reader } from '#server/database/database.ts'

/** How many sessions have not come to their end. */
export async function countSessions(db: Reader, now = Date.now()): Promise<number> {
  const { count } = await db
    .selectFrom('session')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('expires_at', '>', Math.floor(now / 1000))
    .executeTakeFirstOrThrow()
  return count
}
