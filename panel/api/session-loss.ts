import type { RequestError } from './request-error.ts'

/** Why an answer ends the session. */
export type SessionLoss = 'expired' | 'unchecked'

const SESSION_CHECK = '/api/auth/validate-session'
const PHOTO_LIST = /^\/api\/turbines\/[^/]+\/photos$/
const MEDIA = /^\/media\//

/** True for the methods that change nothing on the server. */
export function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

/**
 * Decides whether an answer ends the session. Undefined if the session continues.
 *
 * @param url the address of the request, relative or absolute
 */
export function sessionLossOf(method: string, url: string, error: RequestError): SessionLoss | undefined {
  const { pathname } = new URL(url, window.location.origin)

  // A wrong password does not affect the session. The other code means that the session is valid and the user must choose a password.
  if (error.code === 'LOGIN_ERROR' || error.code === 'password_change_required') return undefined
  if (error.status === 401) return 'expired'
  // 408 and 429 are about the connection and the number of requests.
  if (pathname === SESSION_CHECK && error.isRefusal && ![408, 429].includes(error.status)) return 'unchecked'
  if (error.status === 403 && isRead(method) && (PHOTO_LIST.test(pathname) || MEDIA.test(pathname)))
    return 'expired'
  return undefined
}
