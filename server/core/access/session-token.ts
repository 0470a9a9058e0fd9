import type { ApiContext } from '#server/core/env.ts'
import type { Writer } from '#server/infrastructure/database/database.ts'
import { clientPlace } from './client-address.ts'
import { forgetPlaces, rememberPlace } from './known-places.ts'
import type { OpenedSession, SignedInCaller, SignInTraits } from './sessions.ts'
import { signToken, TOKEN_LIFETIME_S } from './token.ts'

/** What the session keeps of the request that opens it. */
export function traitsOf(c: ApiContext): SignInTraits {
  return { device: c.req.header('User-Agent') ?? '', place: clientPlace(c), awaitsFactor: false }
}

/**
 * Ends every session of the caller and opens another one, after a change of the password, the address or a factor: a copy of a former
 * session is then useless. Only the place of this request stays known.
 */
export async function renewSession(
  transaction: Writer,
  c: ApiContext,
  userId: number,
): Promise<OpenedSession> {
  const traits = traitsOf(c)
  await forgetPlaces(transaction, userId)
  await rememberPlace(transaction, userId, traits.place)
  return c.var.services.sessions.replaceAll(transaction, userId, traits)
}

/** Sets the cookie of a new session. @returns its token */
export async function answerSession(
  c: ApiContext,
  user: Pick<SignedInCaller, 'id' | 'role' | 'company_id'>,
  session: OpenedSession,
): Promise<string> {
  c.header('Set-Cookie', session.cookie)
  return tokenFor(c, user, session)
}

/**
 * A token for the session. It expires after the former token, and with the session at the latest. @param formerExp in seconds since 1970
 */
export function tokenFor(
  c: ApiContext,
  user: Pick<SignedInCaller, 'id' | 'role' | 'company_id'>,
  session: Pick<OpenedSession, 'secret' | 'latestEnd'>,
  formerExp = 0,
): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    sub: String(user.id),
    sid: session.secret,
    role: user.role,
    company_id: user.company_id,
    iat: now,
    exp: Math.min(
      Math.max(now + TOKEN_LIFETIME_S, formerExp + 1),
      Math.floor(session.latestEnd.getTime() / 1000),
    ),
  }
  return signToken(claims, c.var.services.tokenSecret)
}
