import { decodeToken, hasEnded } from './session-token.ts'
import type { Session } from './stored-session.ts'

/** What can be told of a session before the server is asked. */
export type SessionFinding = 'missing' | 'invalid' | 'expired' | 'plausible'

/** The first half of the check of a protected page: a stored user, a readable token, a time that has not passed. */
export function checkStoredSession(stored: Session | null, now: Date): SessionFinding {
  if (!stored) return 'missing'
  const claims = decodeToken(stored.token)
  if (!claims) return 'invalid'
  return hasEnded(claims, now) ? 'expired' : 'plausible'
}
