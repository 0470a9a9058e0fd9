import type { SecondFactor } from '#domain/account.ts'
import { RECOVERY_CODES } from '#domain/limits.ts'
import { fingerprint, makePassword } from '#server/core/access/made-password.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'

/** The factors that a user has enrolled, and how many recovery codes are left. */
export async function countFactors(db: Reader, userId: number) {
  const row = await db
    .selectFrom('user')
    .select(({ selectFrom, fn }) => [
      selectFrom('totp')
        .select(fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .where('secret', 'is not', null)
        .$asScalar()
        .$notNull()
        .as('totp'),
      selectFrom('passkey')
        .select(fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .$asScalar()
        .$notNull()
        .as('passkeys'),
      selectFrom('recovery_code')
        .select(fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .$asScalar()
        .$notNull()
        .as('recovery'),
    ])
    .where('id', '=', userId)
    .executeTakeFirst()
  return { totp: row?.totp ?? 0, passkeys: row?.passkeys ?? 0, recovery: row?.recovery ?? 0 }
}

/** The ways in which a user can prove a second factor; empty without one. */
export async function listFactors(db: Reader, userId: number): Promise<SecondFactor[]> {
  const { totp, passkeys, recovery } = await countFactors(db, userId)
  const factors: SecondFactor[] = []
  if (totp > 0) factors.push('totp')
  if (passkeys > 0) factors.push('passkey')
  if (factors.length > 0 && recovery > 0) factors.push('recovery')
  return factors
}

/** Replaces the recovery codes of a user by new ones. They are shown once; only their SHA-256 is stored. */
export async function renewRecoveryCodes(transaction: Writer, userId: number): Promise<string[]> {
  await transaction.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  const codes = Array.from({ length: RECOVERY_CODES }, makePassword)
  await transaction
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ code_sha256: fingerprint(code), user_id: userId })))
    .execute()
  return codes
}

/** Recovery codes for a user without any; empty for others, whose codes stay. */
export async function makeFirstRecoveryCodes(transaction: Writer, userId: number): Promise<string[]> {
  const { recovery } = await countFactors(transaction, userId)
  return recovery > 0 ? [] : renewRecoveryCodes(transaction, userId)
}

/** Uses a recovery code. @returns false for a wrong or used one */
export async function useRecoveryCode(transaction: Writer, userId: number, code: string): Promise<boolean> {
  const used = await transaction
    .deleteFrom('recovery_code')
    .where('code_sha256', '=', fingerprint(code))
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst()
  return used !== undefined
}

/** Removes the authenticator app, and the recovery codes with the last factor. @returns false without an app */
export async function removeTotp(transaction: Writer, userId: number): Promise<boolean> {
  const removed = await transaction
    .deleteFrom('totp')
    .where('user_id', '=', userId)
    .returning('secret')
    .executeTakeFirst()
  await removeUselessCodes(transaction, userId)
  return Boolean(removed?.secret)
}

/** Removes a passkey, and the recovery codes with the last factor. @returns false without such a passkey */
export async function removePasskey(transaction: Writer, userId: number, id: string): Promise<boolean> {
  const removed = await transaction
    .deleteFrom('passkey')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  await removeUselessCodes(transaction, userId)
  return removed !== undefined
}

async function removeUselessCodes(transaction: Writer, userId: number): Promise<void> {
  if ((await listFactors(transaction, userId)).length > 0) return
  await transaction.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
}

/** Removes every factor of a user, who has lost them. */
export async function removeAllFactors(transaction: Writer, userId: number): Promise<void> {
  for (const table of ['totp', 'passkey', 'recovery_code'] as const) {
    await transaction.deleteFrom(table).where('user_id', '=', userId).execute()
  }
}
