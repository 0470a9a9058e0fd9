import { createHash, randomBytes } from 'node:crypto'
import { INVITATION_MS } from '#domain/limits.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'
import { ApiError } from '#server/infrastructure/errors.ts'

/** Length of a token, in bytes: 192 random bits cannot be guessed. */
const TOKEN_BYTES = 24

/** Invites a user, who then has one valid invitation. @returns its token, of which only the SHA-256 is stored */
export async function insertInvitation(
  transaction: Writer,
  userId: number,
  now = Date.now(),
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const row = { token_sha256: sha256(token), expires_at: new Date(now + INVITATION_MS).toISOString() }
  await transaction
    .insertInto('invitation')
    .values({ ...row, user_id: userId })
    .onConflict((former) => former.column('user_id').doUpdateSet(row))
    .execute()
  return token
}

/** @throws ApiError `invitation_not_found` if it has expired or was accepted, or its user is inactive */
export async function getInvitation(db: Reader, token: string, now = Date.now()) {
  const row = await db
    .selectFrom('invitation')
    .innerJoin('user', 'user.id', 'invitation.user_id')
    .innerJoin('company', 'company.id', 'user.company_id')
    .select(['user.id', 'user.email', 'user.first_name', 'user.last_name', 'user.company_id'])
    .select(['company.name as company_name', 'invitation.expires_at'])
    .where('token_sha256', '=', sha256(token))
    .where('invitation.expires_at', '>', new Date(now).toISOString())
    // A later end comes from a clock that was ahead.
    .where('invitation.expires_at', '<=', new Date(now + INVITATION_MS + 60_000).toISOString())
    .where('user.is_active', '=', 1)
    .executeTakeFirst()
  if (!row) throw new ApiError('invitation_not_found')
  return row
}

function sha256(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
