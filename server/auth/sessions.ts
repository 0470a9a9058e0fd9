import { createHash, randomBytes } from 'node:crypto'
import { SqliteError } from 'better-sqlite3'
import { type Adapter, type DatabaseSession, Lucia, TimeSpan } from 'lucia'
import type { Viewer } from '#domain/permissions.ts'
import type { Database, Writer } from '#server/database/database.ts'

/** A viewer whose session was looked up in this request. */
export interface SignedInViewer extends Viewer {
  sessionId: string
  first_name: string
  last_name: string
  email: string
  must_change_password: boolean
}

interface UserAttributes extends Omit<SignedInViewer, 'id' | 'sessionId'> {
  is_active: boolean
}

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<Record<never, never>, UserAttributes>
    UserId: number
    DatabaseUserAttributes: UserAttributes
  }
}

/** Where sessions are read and written: both sides of the database, or one transaction for both. */
type Connections = Pick<Database, 'read' | 'write'>

const SESSION_LIFETIME = new TimeSpan(30, 'd')

/** The secret of a session, in bytes: more than nobody can guess. */
const SECRET_BYTES = 24

/**
 * The sessions of the house. Lucia gets no new features any more, so it stays behind this wall: nothing outside of this
 * file knows of it. A session's id is the SHA-256 of its secret; only the browser has the secret itself.
 */
export class Sessions {
  readonly #secureCookie: boolean
  readonly #lucia: Lucia<Record<never, never>, UserAttributes>

  constructor(db: Database, secureCookie: boolean) {
    this.#secureCookie = secureCookie
    this.#lucia = this.#luciaOver(db)
  }

  /**
   * Opens a session, in the transaction that made sure the sign-in is still good. `cookie` is the `Set-Cookie` value that
   * carries its secret to `/media`.
   */
  async open(transaction: Writer, userId: number): Promise<{ id: string; cookie: string }> {
    const secret = randomBytes(SECRET_BYTES).toString('hex')
    const lucia = this.#luciaOver({ read: transaction, write: transaction })
    const session = await lucia.createSession(userId, {}, { sessionId: idOf(secret) })
    return { id: session.id, cookie: lucia.createSessionCookie(secret).serialize() }
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
    const { user } = await lucia.validateSession(sessionId)
    if (!user?.is_active) return undefined
    const { is_active: _, ...attributes } = user
    return { ...attributes, sessionId }
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

  #luciaOver(db: Connections): Lucia<Record<never, never>, UserAttributes> {
    return new Lucia(kyselyAdapter(db), {
      sessionExpiresIn: SESSION_LIFETIME,
      sessionCookie: {
        name: 'session',
        // The session ends on the server. The cookie only has to outlast it, however often it is prolonged.
        expires: false,
        attributes: { path: '/media', sameSite: 'strict', secure: this.#secureCookie },
      },
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
      if (write.isTransaction || !(error instanceof SqliteError)) throw error
    }
  }

  return {
    async getSessionAndUser(sessionId) {
      const row = await read
        .selectFrom('session')
        .innerJoin('user', 'user.id', 'session.user_id')
        .select(['session.id', 'session.user_id', 'session.expires_at'])
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
      const { id, user_id, expires_at, ...attributes } = row
      return [
        asLuciaSession({ id, user_id, expires_at }),
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
        .select(['id', 'user_id', 'expires_at'])
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
    async updateSessionExpiration(sessionId, expiresAt) {
      await unlessDiskFails(() =>
        write
          .updateTable('session')
          .set({ expires_at: seconds(expiresAt) })
          .where('id', '=', sessionId)
          .execute(),
      )
    },
    async deleteSession(sessionId) {
      await unlessDiskFails(() => write.deleteFrom('session').where('id', '=', sessionId).execute())
    },
    async deleteUserSessions(userId) {
      await write.deleteFrom('session').where('user_id', '=', userId).execute()
    },
    async deleteExpiredSessions() {
      await write.deleteFrom('session').where('expires_at', '<=', seconds(new Date())).execute()
    },
  }
}

function asLuciaSession(row: { id: string; user_id: number; expires_at: number }): DatabaseSession {
  return { id: row.id, userId: row.user_id, expiresAt: new Date(row.expires_at * 1000), attributes: {} }
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000)
}
