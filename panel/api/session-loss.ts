import type { RequestError } from './request-error.ts'

/** Why an answer ends the session. */
export type SessionLoss = 'expired' | 'unchecked'

const SESSION_CHECK = '/api/auth/validate-session'
const PHOTO_LIST = /^\/api\/turbines\/[^/]+\/photos$/
const MEDIA = /^\/media\//

/**
 * The one rule of what ends a session. Undefined where the session goes on.
 *
 * @param url the address asked, relative or absolute
 */
export function sessionLossOf(method: string, url: string, error: RequestError): SessionLoss | undefined {
  const { pathname } = new URL(url, window.location.origin)
  const isRead = method === 'GET' || method === 'HEAD'

  // A wrong password says nothing of the session.
  if (error.code === 'LOGIN_ERROR') return undefined
  if (error.status === 401) return 'expired'
  if (pathname === SESSION_CHECK && error.isRefusal) return 'unchecked'
  // The session lives, but serves for nothing until its user has chosen a password. A screen to choose one starts here.
  if (error.code === 'password_change_required') return undefined
  if (error.status === 403 && isRead && (PHOTO_LIST.test(pathname) || MEDIA.test(pathname))) return 'expired'
  return undefined
}
