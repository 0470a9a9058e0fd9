import { decodeToken, hasEnded } from './session-token.ts'
import type { Session } from './stored-session.ts'

/** The result of the check in the browser. `plausible` means that the server must check the session too. */
export type SessionFinding = 'missing' | 'invalid' | 'expired' | 'plausible'

/**
 * The first part of the check of a protected page: a stored user, and a readable token that has not expired. A build made with
 * `PUBLIC_MOCK_TOKEN` also accepts that value as a token. The server never does, so only a mocked API works with it.
 */
export function checkStoredSession(stored: Pick<Session, 'token'> | null, now: Date): SessionFinding {
  if (!stored) return 'missing'
  if (isMockToken(stored.token)) return 'plausible'
  const claims = decodeToken(stored.token)
  if (!claims) return 'invalid'
  return hasEnded(claims, now) ? 'expired' : 'plausible'
}

function isMockToken(token: string): boolean {
  const mock: unknown = import.meta.env.PUBLIC_MOCK_TOKEN
  return typeof mock === 'string' && mock !== '' && token === mock
}
