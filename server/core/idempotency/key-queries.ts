import { createHash, createHmac } from 'node:crypto'
import { callerIfSignedIn } from '#server/core/access/caller-of.ts'
import type { ApiContext } from '#server/core/env.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'
import { refuseViolation } from '#server/infrastructure/database/refuse-violation.ts'
import { ApiError } from '#server/infrastructure/errors.ts'

/** How long a key is kept, in milliseconds. A later retry creates a second record. */
export const KEYS_KEPT_MS = 2 * 24 * 60 * 60 * 1000

/** The key of a request, with its call and body. */
export interface KeyUse {
  /** The SHA-256 of the user and the key: users' keys are separate, and the database has no keys. */
  id: string
  userId: number | null
  /** The method and the address. */
  call: string
  /** The HMAC of the body. Its key is the idempotency key, which is not stored, so a password in the body cannot be guessed from it. */
  bodyHmac: string
}

/**
 * The use of a request's key; undefined without one. `takesKey` has checked the key.
 *
 * @param body what must be the same in a retry; by default the whole body
 */
export async function readKeyUse(c: ApiContext, body?: string): Promise<KeyUse | undefined> {
  const key = c.req.header('Idempotency-Key')?.replaceAll('"', '')
  if (key === undefined) return undefined
  // A call without sign-in has no caller.
  const userId = callerIfSignedIn(c)?.id ?? null
  return {
    id: createHash('sha256')
      .update(`${userId ?? 'visitor'}\n${key}`)
      .digest('hex'),
    userId,
    call: `${c.req.method} ${c.req.path}`,
    bodyHmac: createHmac('sha256', key)
      .update(body ?? (await c.req.text()))
      .digest('hex'),
  }
}

/**
 * Finds the result of an earlier call with this key.
 *
 * @returns undefined without one
 * @throws ApiError `idempotency_key_reused` if its call or body differs
 */
export async function findMade<Made>(db: Reader, use: KeyUse): Promise<{ made: Made } | undefined> {
  const row = await db
    .selectFrom('idempotency_key')
    .select(['call', 'body_hmac', 'made'])
    .where('id', '=', use.id)
    .executeTakeFirst()
  if (!row) return undefined
  if (row.call !== use.call || row.body_hmac !== use.bodyHmac) throw new ApiError('idempotency_key_reused')
  return { made: JSON.parse(row.made) }
}

/**
 * Stores the result of a call, in its transaction.
 *
 * @param made answers a retry, such as the record's id
 * @throws ApiError `request_in_progress` if the key has a result meanwhile
 */
export async function insertKeyUse(db: Writer, use: KeyUse, made: unknown): Promise<void> {
  await refuseViolation('unique', 'request_in_progress', () =>
    db
      .insertInto('idempotency_key')
      .values({
        id: use.id,
        user_id: use.userId,
        call: use.call,
        body_hmac: use.bodyHmac,
        made: JSON.stringify(made),
        created_at: new Date().toISOString(),
      })
      .execute(),
  )
}
