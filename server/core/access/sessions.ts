import { createHash, randomBytes } from 'node:crypto'
import { Lucia, TimeSpan } from 'lucia'
import type { Logger } from 'pino'
import type { SecondFactorRule } from '#domain/access/account.ts'
import { SESSIONS_PER_USER, WAITING_SESSIONS_PER_USER } from '#domain/limits.ts'
import type { Database, Writer } from '#server/infrastructure/database/database.ts'
import { repeatOnConflict } from '#server/infrastructure/database/repeat-on-conflict.ts'
import {
  type Connections,
  kyselyAdapter,
  type SessionAttributes,
  type SessionLimits,
  type SignInTraits,
  seconds,
  type UserAttributes,
} from './session-adapter.ts'
import type { SignedInCaller } from './signed-in-caller.ts'

/** A new session. Only its user has the secret. */
export interface OpenedSession {
  id: string
  secret: string
  latestEnd: Date
  /** The `Set-Cookie` value. */
  cookie: string
}

/**
 * A use is written only if it extends the session by this fraction of the idle lifetime, because each such commit invalidates cached
 * answers.
 */
const WRITTEN_PART = 1 / 24

/** Length of a session secret, in bytes: 192 random bits cannot be guessed. */
const SECRET_BYTES = 24

/**
 * The sessions of all users. Only this file uses lucia, so the library can be replaced. A session's id is the SHA-256 of its secret. Only
 * the browser has the secret, in its token and its cookie, so who reads the table cannot sign in.
 */
export class Sessions {
  readonly #db: Database
  readonly #secureCookie: boolean
  readonly #limits: SessionLimits
  readonly #factorRule: SecondFactorRule
  readonly #lucia: Lucia<SessionAttributes, UserAttributes>
  /** Sessions with an extension in progress. */
  readonly #prolonging = new Set<string>()

  constructor(db: Database, secureCookie: boolean, limits: SessionLimits, factorRule: SecondFactorRule) {
    this.#db = db
    this.#secureCookie = secureCookie
    this.#limits = limits
    this.#factorRule = factorRule
    this.#lucia = this.#luciaOver(db)
  }

  /**
   * Opens a session, in the transaction that has checked the sign-in. `cookie` is the `Set-Cookie` value; the browser sends it to `/media`
   * until the session ends.
   */
  async open(transaction: Writer, userId: number, traits: SignInTraits): Promise<OpenedSession> {
    const secret = randomBytes(SECRET_BYTES).toString('hex')
    const lucia = this.#luciaOver({ read: transaction, write: transaction })
    const latestEnd = new Date(Date.now() + this.#limits.lifetimeMs)
    const attributes = { ...traits, endsAt: latestEnd, latestEnd }
    const { id } = await lucia.createSession(userId, attributes, { sessionId: idOf(secret) })
    await endOldest(transaction, userId, id, traits.awaitsFactor)
    return { id, secret, latestEnd, cookie: lucia.createSessionCookie(secret).serialize() }
  }

  /** Ends all sessions of a user and opens another one, so that a copy of a former one is useless. */
  async replaceAll(transaction: Writer, userId: number, traits: SignInTraits): Promise<OpenedSession> {
    await this.endAllOf(transaction, userId)
    return this.open(transaction, userId, traits)
  }

  /** Stores that the user has just proved their identity. A session that awaited its second factor is then complete. */
  async prove(transaction: Writer, sessionId: string): Promise<void> {
    const now = Date.now()
    const expires_at = seconds(new Date(now + this.#limits.idleMs))
    await transaction
      .updateTable('session')
      .set(({ eb, ref }) => ({
        awaits_factor: 0,
        mailed_password_sha256: null,
        proved_at: new Date(now).toISOString(),
        expires_at: eb.case().when('awaits_factor', '=', 1).then(expires_at).else(ref('expires_at')).end(),
      }))
      .where('id', '=', sessionId)
      .execute()
  }

  /** Ends the session. @returns the `Set-Cookie` value that deletes the cookie */
  async end(transaction: Writer, sessionId: string): Promise<string> {
    const lucia = this.#luciaOver({ read: transaction, write: transaction })
    await lucia.invalidateSession(sessionId)
    return lucia.createBlankSessionCookie().serialize()
  }

  /** Ends the session of a secret if it is the user's. */
  async endOwn(transaction: Writer, userId: number, secret: string): Promise<void> {
    await transaction
      .deleteFrom('session')
      .where('id', '=', idOf(secret))
      .where('user_id', '=', userId)
      .execute()
  }

  /** Ends all sessions of a user except `exceptSessionId`. @returns true if there were any */
  async endAllOf(transaction: Writer, userId: number, exceptSessionId = ''): Promise<boolean> {
    const { numDeletedRows } = await transaction
      .deleteFrom('session')
      .where('user_id', '=', userId)
      .where('id', '!=', exceptSessionId)
      .executeTakeFirstOrThrow()
    return numDeletedRows > 0n
  }

  /** The user of the session; undefined if the session has ended or the user is inactive. */
  async find(sessionId: string, transaction?: Writer): Promise<SignedInCaller | undefined> {
    const lucia = transaction ? this.#luciaOver({ read: transaction, write: transaction }) : this.#lucia
    const { user, session } = await lucia.validateSession(sessionId)
    if (!user?.is_active) return undefined
    const { is_active: _, ...attributes } = user
    const { endsAt, latestEnd } = session
    return { ...attributes, sessionId, sessionEndsAt: endsAt, sessionLatestEnd: latestEnd }
  }

  /** Extends the session of a caller after a use. No request waits for it, because other writes may take seconds. */
  prolong(caller: SignedInCaller, log: Logger): void {
    const { sessionId, company_id, sessionEndsAt, sessionLatestEnd } = caller
    const { idleMs } = this.#limits
    if (caller.awaits_factor) return
    const end = Math.min(Date.now() + idleMs, sessionLatestEnd.getTime())
    if (end - sessionEndsAt.getTime() < idleMs * WRITTEN_PART) return
    if (this.#prolonging.has(sessionId)) return
    this.#prolonging.add(sessionId)
    const expires_at = seconds(new Date(end))
    repeatOnConflict(() =>
      this.#db.write.transaction().execute((transaction) => {
        this.#db.concern(company_id)
        return transaction
          .updateTable('session')
          .set({ expires_at })
          .where('id', '=', sessionId)
          .where('expires_at', '<', expires_at)
          .execute()
      }),
    )
      .catch((error) => log.info({ err: error }, 'a session could not be extended'))
      .finally(() => this.#prolonging.delete(sessionId))
  }

  /** Like `find`, with the secret of a token. */
  findBySecret(secret: string): Promise<SignedInCaller | undefined> {
    return this.find(idOf(secret))
  }

  /** Like `find`, with the `Cookie` header of a request. */
  findByCookie(cookieHeader: string): Promise<SignedInCaller | undefined> {
    const secret = this.#lucia.readSessionCookie(cookieHeader)
    return secret ? this.findBySecret(secret) : Promise.resolve(undefined)
  }

  /** The last use of a session, as exactly as it is stored. @param expiresAt Unix time in seconds */
  lastUse(expiresAt: number): Date {
    return new Date(Math.min(expiresAt * 1000 - this.#limits.idleMs, Date.now()))
  }

  /** Deletes ended sessions. Sessions with a later expiry than allowed, opened under another limit, count as used now. */
  async deleteExpired(transaction: Writer): Promise<void> {
    const expires_at = seconds(new Date(Date.now() + this.#limits.idleMs))
    await transaction
      .updateTable('session')
      .set({ expires_at })
      .where('expires_at', '>', expires_at)
      .execute()
    await this.#luciaOver({ read: transaction, write: transaction }).deleteExpiredSessions()
  }

  #luciaOver(db: Connections): Lucia<SessionAttributes, UserAttributes> {
    return new Lucia(kyselyAdapter(db, this.#limits, this.#factorRule), {
      // The cookie's expiry. The rows have the session's.
      sessionExpiresIn: new TimeSpan(this.#limits.lifetimeMs, 'ms'),
      sessionCookie: {
        // Browsers accept the prefix over https only: no page over http can set or replace such a cookie.
        name: this.#secureCookie ? '__Secure-session' : 'session',
        attributes: { path: '/media', sameSite: 'strict', secure: this.#secureCookie },
      },
      getSessionAttributes: (attributes) => attributes,
      getUserAttributes: (attributes) => attributes,
    })
  }
}

/**
 * Ends the oldest sessions of a user above the maximum, but never the new one. Sessions that await a factor have their own maximum: who
 * knows only the password cannot end the user's sessions.
 */
async function endOldest(
  transaction: Writer,
  userId: number,
  openedId: string,
  awaitsFactor: boolean,
): Promise<void> {
  const awaits_factor = awaitsFactor ? 1 : 0
  const now = new Date().toISOString()
  const others = transaction
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '!=', openedId)
    .where('awaits_factor', '=', awaits_factor)
    // Sessions opened while the clock was ahead count as the oldest.
    .orderBy(
      ({ eb, ref }) => eb.case().when('created_at', '>', now).then('').else(ref('created_at')).end(),
      'desc',
    )
    .orderBy('id')
    .limit((awaitsFactor ? WAITING_SESSIONS_PER_USER : SESSIONS_PER_USER) - 1)
  await transaction
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .where('awaits_factor', '=', awaits_factor)
    .where('id', '!=', openedId)
    .where('id', 'not in', others)
    .execute()
}

function idOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
