import { API_TIMEOUT_MS } from '#domain/limits.ts'
import { endSession, session } from '#panel/session/stored-session.ts'
import { type ApiError, answerError, networkError } from './api-error.ts'
import { requestHeaders } from './request-headers.ts'

/**
 * `fetch` with our headers and a time limit, which gives successes only.
 * @throws ApiError for every other answer and for none
 */
export async function apiFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const token = session.value?.token
  const headers = new Headers(init.headers)
  for (const [name, value] of Object.entries(requestHeaders())) headers.set(name, value)

  const limit = AbortSignal.timeout(API_TIMEOUT_MS)
  const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit
  const response = await fetch(input, { ...init, headers, signal }).catch((error: unknown) => {
    if (init.signal?.aborted) throw error
    throw networkError()
  })
  if (response.ok) return response

  const error = answerError(response.status, await response.text(), response.headers.get('Retry-After'))
  endSessionOn(error, token)
  throw error
}

/** A 401 ends the session that asked, unless it is the answer to a wrong password or a newer session has begun since. */
export function endSessionOn(error: ApiError, token: string | undefined) {
  if (error.status !== 401 || error.code === 'LOGIN_ERROR') return
  if (token !== undefined && token === session.value?.token) endSession('expired')
}
