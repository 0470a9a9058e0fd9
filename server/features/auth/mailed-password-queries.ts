import { MAILED_PASSWORD_MS, PASSWORD_MAIL_PAUSE_MS } from '#domain/limits.ts'
import { NO_USER_ID } from '#server/features/users/user-queries.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'

/** True if this password was mailed to the user, and is neither expired nor used. */
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
    .where('user_id', '=', userId ?? NO_USER_ID)
    .where('expires_at', '>', now.toISOString())
    .where('expires_at', '<=', latestExpiry(now))
    .executeTakeFirst()
  return row !== undefined
}

/** Maximum clock difference of two servers, in milliseconds. */
const CLOCK_DIFFERENCE_MS = 60 * 1000

/** A later expiry comes from a clock that was ahead, and would exceed `MAILED_PASSWORD_MS`. */
function latestExpiry(now: Date): string {
  return new Date(now.getTime() + MAILED_PASSWORD_MS + CLOCK_DIFFERENCE_MS).toISOString()
}

/**
 * Stores a new password for an active user with a confirmed e-mail address, unless another one was mailed within `PASSWORD_MAIL_PAUSE_MS`.
 *
 * @param userId undefined if the account does not exist; the same statements run, so that the timing does not reveal it
 * @returns the time of the mail, which `revokeMailedPassword` needs; undefined if nothing was stored and no mail may be sent
 */
export async function storeMailedPassword(
  transaction: Writer,
  userId: number | undefined,
  fingerprint: string,
  now = new Date(),
): Promise<string | undefined> {
  const mailedAt = now.toISOString()
  const pauseBeganAt = new Date(now.getTime() - PASSWORD_MAIL_PAUSE_MS).toISOString()
  await transaction
    .deleteFrom('mailed_password')
    .where((is) => is.or([is('expires_at', '<=', mailedAt), is('expires_at', '>', latestExpiry(now))]))
    .execute()
  const updated = await transaction
    .updateTable('user')
    .set({ password_mailed_at: mailedAt })
    .where('id', '=', userId ?? NO_USER_ID)
    .where('is_active', '=', 1)
    .where('email_confirmed', '=', 1)
    .where((is) =>
      is.or([
        is('password_mailed_at', 'is', null),
        is('password_mailed_at', '<=', pauseBeganAt),
        // Stored while the clock was ahead.
        is('password_mailed_at', '>', mailedAt),
      ]),
    )
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
        .where('user.id', '=', updated?.id ?? NO_USER_ID),
    )
    .execute()
  return updated && mailedAt
}

/** True if this password was mailed to the user: that of the last sign-in, or an unused one. */
export async function wasMailed(db: Reader, userId: number, fingerprint: string): Promise<boolean> {
  const spent = await db
    .selectFrom('user')
    .select('id')
    .where('id', '=', userId)
    .where('spent_password_sha256', '=', fingerprint)
    .executeTakeFirst()
  return spent !== undefined || (await isMailedPassword(db, userId, fingerprint))
}

/** Deletes a password whose mail failed, so that the user can request another at once. */
export async function revokeMailedPassword(
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
 * Marks a mailed password as used. The old password and all other mailed ones become invalid, and the user must choose a new password.
 *
 * @returns false if it was used meanwhile, or has expired
 */
export async function consumeMailedPassword(
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
    .where('expires_at', '<=', latestExpiry(now))
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
