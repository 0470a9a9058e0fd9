import type { Reader } from '#server/infrastructure/database/database.ts'

/** The number of active sessions. */
export async function countSessions(db: Reader, now = Date.now()): Promise<number> {
  const { count } = await db
    .selectFrom('session')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('expires_at', '>', Math.floor(now / 1000))
    .executeTakeFirstOrThrow()
  return count
}
