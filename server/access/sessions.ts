import { createHash, randomBytes } from 'node:crypto'
import { type Adapter, type DatabaseSession, Lucia, TimeSpan } from 'lucia'
import type { Viewer } from '#domain/permissions.ts'
import type { Database, Writer } from '#server/database/database.ts'
import { isDatabaseError } from '#server/database/database-errors.ts'

/** A viewer whose session was looked up in this request. */
export interface SignedInViewer extends Viewer {
  sessionId: string
  sessionEndsAt: Date
  first_name: string
  last_name: string
  email: string
  must_change_password: boolean
}

interface UserAttributes extends Omit<SignedInViewer, 'id' | 'sessionId' | 'sessionEndsAt'> {
  is_active: boolean
}

interface SessionAttributes {
  endsAt: Date
}

declare module '#server/env.ts' {
  interface Services {
    sessions: Sessions
  }
  interface LoadedRecords {
    /** Who is asking; there behind `permit`. */
    viewer: SignedInViewer
  }
}

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<SessionAttributes, UserAttributes>
    UserId: number
    DatabaseUserAttributes: UserAttributes
    DatabaseSessionAttributes: SessionAttributes
  }
}

/** Where sessions are read and written: both sides of the database, or one transaction for both. */
type Connections = Pick<Database, 'read' | 'write'>

/** A session ends this long after it was opened, whoever uses it however often. */
const SESSION_LIFETIME = new TimeSpan(30, 'd')

/** The secret of a session, in bytes: more than nobody can guess. */
const SECRET_BYTES = 24

/**
 * The sessions of all users. Lucia gets no new features any more, so it stays behind this wall: nothing outside of this
 * file knows of it. A session's id is the SHA-256 of its secret; only the browser has the secret itself.
 */
export class Sessions {
  readonly #secureCookie: boolean
  readonly #lucia: Lucia<SessionAttributes, UserAttributes>

  constructor(db: Database, secureCookie: boolean) {
    this.#secureCookie = secureCookie
    this.#lucia = this.#luciaOver(db)
  }

  /**
   * Opens a session, in the transaction that made sure the sign-in is still good. `cookie` is the `Set-Cookie` value that
   * carries its secret to `/media` as long as the session lives.
   */
  async open(transaction: Writer, userId: number): Promise<{ id: string; endsAt: Date; cookie: string }> {
    const secret = randomBytes(SECRET_BYTES).toString('hex')
    const lucia = this.#luciaOver({ read: transaction, write: transaction })
    const endsAt = new Date(Date.now() + SESSION_LIFETIME.milliseconds())
    const session = await lucia.createSession(userId, { endsAt }, { sessionId: idOf(secret) })
    return { id: session.id, endsAt, cookie: lucia.createSessionCookie(secret).serialize() }
  }

  /** Ends the session with the transaction; answers the `Set-Cookie` value that takes its cookie away. */
  async end(transaction: Writer, sessionId: string): Promise<string> {
    const lucia = this.#luciaOver({ read: transaction, write: transaction })
    await lucia.invalidateSession(sessionId)
    return lucia.createBlankSessionCookie().serialize()
  }

  /** Ends every session of a user but the one named, in the transaction of what made it necessary. */
  async endAllOf(transaction: Writer, userId: number, exceptSessionId = ''): Promise<void> {
    await transaction
      .deleteFrom('session')
      .where('user_id', '=', userId)
      .where('id', '!=', exceptSessionId)
      .execute()
  }

  /** Who signed in with this session, if it still lives and its user is active; asked in a transaction that relies on it. */
  async find(sessionId: string, transaction?: Writer): Promise<SignedInViewer | undefined> {
    const lucia = transaction ? this.#luciaOver({ read: transaction, write: transaction }) : this.#lucia
    const { user, session } = await lucia.validateSession(sessionId)
    if (!user?.is_active) return undefined
    const { is_active: _, ...attributes } = user
    return { ...attributes, sessionId, sessionEndsAt: session.endsAt }
  }

  /** As `find`, by the `Cookie` header of a request. */
  findByCookie(cookieHeader: string): Promise<SignedInViewer | undefined> {
    const secret = this.#lucia.readSessionCookie(cookieHeader)
    return secret ? this.find(idOf(secret)) : Promise.resolve(undefined)
  }

  /** Forgets sessions whose time is over. */
  async deleteExpired(transaction: Writer): Promise<void> {
    await this.#luciaOver({ read: transaction, write: transaction }).deleteExpiredSessions()
  }

  #luciaOver(db: Connections): Lucia<SessionAttributes, UserAttributes> {
    return new Lucia(kyselyAdapter(db), {
      sessionExpiresIn: SESSION_LIFETIME,
      sessionCookie: {
        name: 'session',
        attributes: { path: '/media', sameSite: 'strict', secure: this.#secureCookie },
      },
      getSessionAttributes: ({ endsAt }) => ({ endsAt }),
      getUserAttributes: (attributes) => attributes,
    })
  }
}

function idOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

function kyselyAdapter({ read, write }: Connections): Adapter {
  /** A look at a session changes it on the side, and a disk that takes no changes must not keep anybody from reading. */
  async function unlessDiskFails(statement: () => Promise<unknown>): Promise<void> {
    try {
      await statement()
    } catch (error) {
      // What fails inside a transaction may have ended it: going on would write outside of it.
      if (write.isTransaction || !isDatabaseError(error)) throw error
    }
  }

  return {
    async getSessionAndUser(sessionId) {
      const row = await read
        .selectFrom('session')
        .innerJoin('user', 'user.id', 'session.user_id')
        .select(['session.id', 'session.user_id', 'session.expires_at', 'session.created_at'])
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
      const { id, user_id, expires_at, created_at, ...attributes } = row
      return [
        asLuciaSession({ id, user_id, expires_at, created_at }),
        {
          id: user_id,
          attributes: {
            ...attributes,
            is_active: attributes.is_active === 1,
            must_change_password: attributes.must_change_password === 1,
          },
        },
      ]
    },
    async getUserSessions(userId) {
      const rows = await read
        .selectFrom('session')
        .select(['id', 'user_id', 'expires_at', 'created_at'])
        .where('user_id', '=', userId)
        .execute()
      return rows.map(asLuciaSession)
    },
    async setSession({ id, userId, expiresAt }) {
      await write
        .insertInto('session')
        .values({ id, user_id: userId, expires_at: seconds(expiresAt), created_at: new Date().toISOString() })
        .execute()
    },
    async updateSessionExpiration() {
      // Lucia prolongs a session in the second half of its life; ours end when they were to end.
    },
    async deleteSession(sessionId) {
      await unlessDiskFails(() => write.deleteFrom('session').where('id', '=', sessionId).execute())
    },
    async deleteUserSessions(userId) {
      await write.deleteFrom('session').where('user_id', '=', userId).execute()
    },
    async deleteExpiredSessions() {
      const oldest = new Date(Date.now() - SESSION_LIFETIME.milliseconds()).toISOString()
      await write
        .deleteFrom('session')
        .where(({ or, eb }) =>
          or([eb('expires_at', '<=', seconds(new Date())), eb('created_at', '<=', oldest)]),
        )
        .execute()
    },
  }
}

interface SessionRow {
  id: string
  user_id: number
  expires_at: number
  created_at: string
}

function asLuciaSession({ id, user_id, expires_at, created_at }: SessionRow): DatabaseSession {
  // Former versions prolonged sessions without end; for theirs, too, the time of opening counts.
  const latest = Date.parse(created_at) + SESSION_LIFETIME.milliseconds()
  const endsAt = new Date(Math.min(expires_at * 1000, latest))
  return { id, userId: user_id, expiresAt: endsAt, attributes: { endsAt } }
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000)
}
