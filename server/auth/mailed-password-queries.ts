import { MAILED_PASSWORD_MS, PASSWORD_MAIL_PAUSE_MS } from '#domain/limits.ts'
import type { Reader, Writer } from '#server/database/database.ts'
import { NOBODY } from '#server/users/user-queries.ts'

/** True when this password was mailed to the user, is still good and was not used yet. */
export async function isMailedPassword(
  db: Reader,
  userId: number | undefined,
  fingerprint: string,
  now = new Date(),
): Promise<boolean> {
  const row = await db
    .selectFrom('mailed_password')
    .select('user_id')
    .where('password_sha256', '=', fingerprint)
    .where('user_id', '=', userId ?? NOBODY)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Stores a password that is to be mailed to an active user who got none lately.
 *
 * @param userId undefined where there is no such user; the same work is done for nothing
 * @returns when it was stored, as `withdrawMailedPassword` wants it; undefined when it was not, and no mail is to go out.
 */
export async function storeMailedPassword(
  transaction: Writer,
  userId: number | undefined,
  fingerprint: string,
  now = new Date(),
): Promise<string | undefined> {
  const mailedAt = now.toISOString()
  const pauseBegan = new Date(now.getTime() - PASSWORD_MAIL_PAUSE_MS).toISOString()
  await transaction.deleteFrom('mailed_password').where('expires_at', '<=', mailedAt).execute()
  const taken = await transaction
    .updateTable('user')
    .set({ password_mailed_at: mailedAt })
    .where('id', '=', userId ?? NOBODY)
    .where('is_active', '=', 1)
    .where((is) => is.or([is('password_mailed_at', 'is', null), is('password_mailed_at', '<=', pauseBegan)]))
    .returning('id')
    .executeTakeFirst()
  const expiresAt = new Date(now.getTime() + MAILED_PASSWORD_MS).toISOString()
  await transaction
    .insertInto('mailed_password')
    .columns(['password_sha256', 'user_id', 'expires_at'])
    .expression((query) =>
      query
        .selectFrom('user')
        .select(({ val }) => [
          val(fingerprint).as('password_sha256'),
          'user.id',
          val(expiresAt).as('expires_at'),
        ])
        .where('user.id', '=', taken?.id ?? NOBODY),
    )
    .execute()
  return taken && mailedAt
}

/** True when this password lies in a mail to the user: the one they just signed in with, or one that waits to be used. */
export async function wasMailed(db: Reader, userId: number, fingerprint: string): Promise<boolean> {
  const spent = await db
    .selectFrom('user')
    .select('id')
    .where('id', '=', userId)
    .where('spent_password_sha256', '=', fingerprint)
    .executeTakeFirst()
  return spent !== undefined || (await isMailedPassword(db, userId, fingerprint))
}

/** Takes a password back whose mail could not be sent: its owner may ask for another at once. */
export async function withdrawMailedPassword(
  transaction: Writer,
  userId: number,
  fingerprint: string,
  mailedAt: string,
): Promise<void> {
  await transaction.deleteFrom('mailed_password').where('password_sha256', '=', fingerprint).execute()
  await transaction
    .updateTable('user')
    .set({ password_mailed_at: null })
    .where('id', '=', userId)
    .where('password_mailed_at', '=', mailedAt)
    .execute()
}

/**
 * Uses a mailed password up. From now on neither the old one nor any other mailed one is good, and its owner has to choose
 * a password.
 *
 * @returns false when somebody else was faster, or it is good no more.
 */
export async function spendMailedPassword(
  transaction: Writer,
  userId: number,
  fingerprint: string,
  now = new Date(),
): Promise<boolean> {
  const used = await transaction
    .deleteFrom('mailed_password')
    .where('password_sha256', '=', fingerprint)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now.toISOString())
    .returning('user_id')
    .executeTakeFirst()
  if (!used) return false
  await transaction.deleteFrom('mailed_password').where('user_id', '=', userId).execute()
  await transaction
    .updateTable('user')
    .set({
      password_hash: '',
      must_change_password: 1,
      spent_password_sha256: fingerprint,
      updated_at: now.toISOString(),
    })
    .where('id', '=', userId)
    .execute()
  return true
}
