import type { Adapter, Lucia } from 'lucia'
import { isFactorRequired, type SecondFactorRule } from '#domain/access/account.ts'
import { FACTOR_WAIT_MS } from '#domain/limits.ts'
import type { Database, Writer } from '#server/infrastructure/database/database.ts'
import { isDatabaseError } from '#server/infrastructure/database/database-errors.ts'
import { hasFactor } from './has-factor.ts'
import type { SignedInCaller } from './signed-in-caller.ts'

export interface UserAttributes
  extends Omit<SignedInCaller, 'id' | 'sessionId' | 'sessionEndsAt' | 'sessionLatestEnd'> {
  is_active: boolean
}

/** What a session keeps of its sign-in. */
export interface SignInTraits {
  /** The browser's description of itself. */
  device: string
  /** The client's network. */
  place: string
  awaitsFactor: boolean
  /** The fingerprint of the mailed password, which the second factor consumes. */
  mailedPassword?: string | undefined
}

export interface SessionAttributes extends SignInTraits {
  endsAt: Date
  latestEnd: Date
}

/** Session lifetimes, in milliseconds. */
export interface SessionLimits {
  /** Without use. */
  idleMs: number
  /** From the sign-in. Use does not extend it. */
  lifetimeMs: number
}

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<SessionAttributes, UserAttributes>
    UserId: number
    DatabaseUserAttributes: UserAttributes
    DatabaseSessionAttributes: SessionAttributes
  }
}

/** The connections for reading and writing sessions: those of the database, or one transaction for both. */
export type Connections = Pick<Database, 'read' | 'write'>

/** Longest stored description of a browser, in characters. */
const DEVICE_MAX_LENGTH = 300

/** How lucia reads and writes the rows of sessions. */
export function kyselyAdapter(
  { read, write }: Connections,
  { idleMs, lifetimeMs }: SessionLimits,
  factorRule: SecondFactorRule,
): Adapter {
  return {
    getUserSessions: refuseUnused,
    deleteUserSessions: refuseUnused,
    async getSessionAndUser(sessionId) {
      const row = await read
        .selectFrom('session')
        .innerJoin('user', 'user.id', 'session.user_id')
        .innerJoin('company', 'company.id', 'user.company_id')
        .select(['session.id', 'session.user_id', 'session.expires_at', 'session.created_at'])
        .select(['session.awaits_factor', 'session.proved_at', 'session.device', 'session.place'])
        .select(['user.spent_password_sha256', 'company.second_factor_required'])
        .select(hasFactor)
        .select([
          'user.first_name',
          'user.last_name',
          'user.email',
          'user.role',
          'user.company_id',
          'user.is_active',
          'user.must_change_password',
        ])
        .where('session.id', '=', sessionId)
        .executeTakeFirst()
      if (!row) return [null, null]
      const { id, user_id, expires_at, created_at, awaits_factor, proved_at, device, place, ...user } = row
      const { spent_password_sha256, second_factor_required, has_factor, ...attributes } = user
      const awaitsFactor = awaits_factor === 1
      const latestEnd = new Date(Date.parse(created_at) + lifetimeMs)
      const endsAt = new Date(Math.min(expires_at * 1000, latestEnd.getTime()))
      return [
        {
          id,
          userId: user_id,
          expiresAt: endsAt,
          attributes: { endsAt, latestEnd, device, place, awaitsFactor },
        },
        {
          id: user_id,
          attributes: {
            ...attributes,
            is_active: attributes.is_active === 1,
            must_change_password: attributes.must_change_password === 1,
            has_mailed_password: attributes.must_change_password === 1 && spent_password_sha256 !== null,
            awaits_factor: awaitsFactor,
            must_enrol_factor:
              !has_factor && (second_factor_required === 1 || isFactorRequired(factorRule, attributes.role)),
            // A time from a clock that was ahead proves nothing.
            provedAt: proved_at === null || proved_at > new Date().toISOString() ? 0 : Date.parse(proved_at),
          },
        },
      ]
    },
    async setSession({ id, userId, attributes }) {
      const now = Date.now()
      const created_at = new Date(now).toISOString()
      const { device, place, awaitsFactor, mailedPassword } = attributes
      const endsIn = awaitsFactor ? Math.min(FACTOR_WAIT_MS, idleMs) : idleMs
      await write
        .insertInto('session')
        .values({
          id,
          user_id: userId,
          expires_at: seconds(new Date(now + Math.min(endsIn, lifetimeMs))),
          created_at,
          awaits_factor: awaitsFactor ? 1 : 0,
          mailed_password_sha256: mailedPassword ?? null,
          proved_at: awaitsFactor ? null : created_at,
          device: device.slice(0, DEVICE_MAX_LENGTH),
          place,
        })
        .execute()
    },
    async updateSessionExpiration() {
      // Lucia extends a session in the second half of its lifetime, without a latest expiry. `prolong` does it here.
    },
    async deleteSession(sessionId) {
      // Lucia deletes an ended session on reading it.
      await ignoreDiskErrors(write, () => write.deleteFrom('session').where('id', '=', sessionId).execute())
    },
    async deleteExpiredSessions() {
      const oldest = new Date(Date.now() - lifetimeMs).toISOString()
      await write
        .deleteFrom('session')
        .where(({ or, eb }) =>
          or([eb('expires_at', '<=', seconds(new Date())), eb('created_at', '<=', oldest)]),
        )
        .execute()
    },
  }
}

/** Runs an optional statement: it fails on a full disk, where reading must still work. */
async function ignoreDiskErrors(write: Writer, statement: () => Promise<unknown>): Promise<void> {
  try {
    await statement()
  } catch (error) {
    // A failed statement may have ended the transaction, and the next one would run outside it.
    if (write.isTransaction || !isDatabaseError(error)) throw error
  }
}

/** Required by lucia's adapter type, never called by `Sessions`. */
async function refuseUnused(): Promise<never> {
  throw new Error('Sessions does this itself.')
}

export function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000)
}
