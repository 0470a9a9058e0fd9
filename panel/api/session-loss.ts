import type { RequestError } from './request-error.ts'

/** Why an answer ends the session. */
export type SessionLoss = 'expired' | 'unchecked'

const SESSION_CHECK = '/api/auth/validate-session'
const PHOTO_LIST = /^\/api\/turbines\/[^/]+\/photos$/
const MEDIA = /^\/media\//

/** A wrong password or code does not affect the session, and the others say what a valid session must do first. */
const HARMLESS = [
  'LOGIN_ERROR',
  'invalid_code',
  'password_change_required',
  'second_factor_required',
  'factor_enrolment_required',
]

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

  if (HARMLESS.includes(error.code)) return undefined
  if (error.status === 401) return 'expired'
  // 408 and 429 are about the connection and the number of requests.
  if (pathname === SESSION_CHECK && error.isRefusal && ![408, 429].includes(error.status)) return 'unchecked'
  if (error.status === 403 && isRead(method) && (PHOTO_LIST.test(pathname) || MEDIA.test(pathname)))
    return 'expired'
  return undefined
}
