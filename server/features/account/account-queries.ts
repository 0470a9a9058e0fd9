import { isFactorRequired, type OwnAccount, type OwnSession } from '#domain/account.ts'
import type { SignedInCaller } from '#server/core/access/sessions.ts'
import { countFactors } from '#server/features/factors/factor-queries.ts'
import { readChoices } from '#server/features/notifications/notification-choices.ts'
import type { Services } from '#server/features/open-features.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { ApiError } from '#server/infrastructure/errors.ts'

/** @throws ApiError `unauthenticated` if the user was deleted meanwhile */
export async function getOwnAccount(
  { db, config }: Pick<Services, 'db' | 'config'>,
  { id }: SignedInCaller,
): Promise<OwnAccount> {
  const row = await db.read
    .selectFrom('user')
    .innerJoin('company', 'company.id', 'user.company_id')
    .select(['first_name', 'last_name', 'email', 'language', 'role'])
    .select(['inspection_notices', 'notification_choices', 'second_factor_required'])
    .where('user.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new ApiError('unauthenticated')
  const { totp, passkeys, recovery } = await countFactors(db.read, id)
  const { first_name, last_name, email, language } = row
  return {
    first_name,
    last_name,
    email,
    language,
    notices: readChoices(row),
    has_totp: totp > 0,
    passkeys,
    recovery_codes: recovery,
    second_factor_required:
      row.second_factor_required === 1 || isFactorRequired(config.secondFactorRule, row.role),
  }
}

/** The open sessions of the caller, the latest first. */
export async function listOwnSessions(
  db: Reader,
  sessions: Services['sessions'],
  caller: SignedInCaller,
): Promise<OwnSession[]> {
  const rows = await db
    .selectFrom('session')
    .select(['id', 'device', 'place', 'created_at', 'expires_at'])
    .where('user_id', '=', caller.id)
    .where('awaits_factor', '=', 0)
    .where('expires_at', '>', Math.floor(Date.now() / 1000))
    .execute()
  return rows
    .map(({ expires_at, ...row }) => ({
      ...row,
      last_seen_at: sessions.lastUse(expires_at).toISOString(),
      is_current: row.id === caller.sessionId,
    }))
    .sort((a, b) => b.last_seen_at.localeCompare(a.last_seen_at) || a.id.localeCompare(b.id))
}
