import { createHash, randomBytes } from 'node:crypto'
import { type Adapter, Lucia, TimeSpan } from 'lucia'
import type { Logger } from 'pino'
import { isFactorRequired, type SecondFactorRule } from '#domain/account.ts'
import { FACTOR_WAIT_MS, SESSIONS_PER_USER, WAITING_SESSIONS_PER_USER } from '#domain/limits.ts'
import type { Caller } from '#domain/permissions.ts'
import type { Database, Writer } from '#server/infrastructure/database/database.ts'
import { isDatabaseError } from '#server/infrastructure/database/database-errors.ts'
import { repeatOnConflict } from '#server/infrastructure/database/repeat-on-conflict.ts'
import { hasFactor } from './has-factor.ts'

/** The signed-in user of a request, with the session. */
export interface SignedInCaller extends Caller {
  sessionId: string
  /** The expiry of the session without further use. */
  sessionEndsAt: Date
  /** The latest expiry of the session. */
  sessionLatestEnd: Date
  first_name: string
  last_name: string
  email: string
  must_change_password: boolean
  /** True after a sign-in with a mailed password, until the user has chosen another. */
  has_mailed_password: boolean
  /** True until the second factor of the sign-in. */
  awaits_factor: boolean
  /** True while the account needs a second factor and has none. */
  must_enrol_factor: boolean
  /** The last time the user proved their identity in this session, in milliseconds since 1970; 0 if never. */
  provedAt: number
}

interface UserAttributes
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

/** A new session. Only its user has the secret. */
export interface OpenedSession {
  id: string
  secret: string
  latestEnd: Date
  /** The `Set-Cookie` value. */
  cookie: string
}

interface SessionAttributes extends SignInTraits {
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
type Connections = Pick<Database, 'read' | 'write'>

/**
 * A use is written only if it extends the session by this fraction of the idle lifetime, because each such commit invalidates cached
 * answers.
 */
const WRITTEN_PART = 1 / 24

/** Length of a session secret, in bytes: 192 random bits cannot be guessed. */
const SECRET_BYTES = 24

/** Longest stored description of a browser, in characters. */
const DEVICE_MAX_LENGTH = 300

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

  /** Ends all sessions of a user except `exceptSessionId`. */
  async endAllOf(transaction: Writer, userId: number, exceptSessionId = ''): Promise<void> {
    await transaction
      .deleteFrom('session')
      .where('user_id', '=', userId)
      .where('id', '!=', exceptSessionId)
      .execute()
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

function kyselyAdapter(
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

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000)
}
