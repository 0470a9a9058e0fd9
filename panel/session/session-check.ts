import { decodeToken, hasEnded } from './session-token.ts'
import type { Session } from './stored-session.ts'

/** The result of the check before the request to the server. */
export type SessionFinding = 'missing' | 'invalid' | 'expired' | 'plausible'

/** The first part of the check of a protected page: a stored user, and a readable token that has not expired. */
export function checkStoredSession(stored: Session | null, now: Date): SessionFinding {
  if (!stored) return 'missing'
  const claims = decodeToken(stored.token)
  if (!claims) return 'invalid'
  return hasEnded(claims, now) ? 'expired' : 'plausible'
}
