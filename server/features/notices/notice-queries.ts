import type { Language } from '#domain/text/language.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'
import { idList } from '#server/infrastructure/database/differing-sql.ts'

/** A user who unsubscribes. */
export interface Recipient {
  id: number
  email: string
  language: Language | null
}

/** Undefined if the user was deleted. */
export function findRecipient(db: Reader, userId: number): Promise<Recipient | undefined> {
  return db.selectFrom('user').select(['id', 'email', 'language']).where('id', '=', userId).executeTakeFirst()
}

/**
 * Records the daily mail before it is sent: of several servers, one sends it.
 *
 * @param ids of its notifications
 * @returns false if it was sent already
 */
export async function claimNotice(
  db: Writer,
  userId: number,
  day: string,
  ids: readonly number[],
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('user')
    .set({ notices_sent_on: day })
    .where('id', '=', userId)
    .where('notices_sent_on', 'is distinct from', day)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await db.updateTable('notification').set({ mailed_on: day }).where('id', 'in', idList(db, ids)).execute()
  return true
}

/** Reverts `claimNotice` after a refusal by the mail server, for a retry by the next maintenance. */
export async function returnNotice(db: Writer, userId: number, day: string): Promise<void> {
  await db
    .updateTable('user')
    .set({ notices_sent_on: null })
    .where('id', '=', userId)
    .where('notices_sent_on', '=', day)
    .execute()
  await db
    .updateTable('notification')
    .set({ mailed_on: null })
    .where('user_id', '=', userId)
    .where('mailed_on', '=', day)
    .execute()
}
