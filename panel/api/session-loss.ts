import type { RequestError } from './request-error.ts'

/** Why an answer ends the session. */
export type SessionLoss = 'expired' | 'unchecked'

const SESSION_CHECK = '/api/auth/validate-session'
const PHOTO_LIST = /^\/api\/turbines\/[^/]+\/photos$/
const MEDIA = /^\/media\//

/**
 * Decides whether an answer ends the session. Undefined if the session continues.
 *
 * @param url the address of the request, relative or absolute
 */
export function sessionLossOf(method: string, url: string, error: RequestError): SessionLoss | undefined {
  const { pathname } = new URL(url, window.location.origin)
  const isRead = method === 'GET' || method === 'HEAD'

  // A wrong password does not affect the session.
  if (error.code === 'LOGIN_ERROR') return undefined
  if (error.status === 401) return 'expired'
  if (pathname === SESSION_CHECK && error.isRefusal) return 'unchecked'
  // The session is valid, but the server refuses everything until the user chooses a password. The panel has no screen for this yet.
  if (error.code === 'password_change_required') return undefined
  if (error.status === 403 && isRead && (PHOTO_LIST.test(pathname) || MEDIA.test(pathname))) return 'expired'
  return undefined
}
