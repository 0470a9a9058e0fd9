import type { Reader } from '#server/infrastructure/database/database.ts'

/** The number of sessions that have not ended. */
export async function countSessions(db: Reader, now = Date.now()): Promise<number> {
  const { count } = await db
    .selectFrom('session')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('expires_at', '>', Math.floor(now / 1000))
    .executeTakeFirstOrThrow()
  return count
}
