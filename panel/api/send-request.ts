import { API_TIMEOUT_MS } from '#domain/limits.ts'
import { language } from '#panel/preferences/language.ts'
import { failureOfAnswer, networkError } from './request-error.ts'
import { sendOnce } from './send-once.ts'
import { sessionHolder } from './session-holder.ts'
import { isRead, sessionLossOf } from './session-loss.ts'

/** The HTTP status of an answer without a body: the data still has the entity tag of the request. */
export const NOT_MODIFIED = 304

interface ApiRequest {
  method: string
  /** The address, relative or absolute. */
  url: string
  /**
   * What the request makes something of, as a text that is the same when somebody tries again with the same values. Null if it makes
   * nothing, or if sending it again does no harm.
   */
  makes: string | null
  /** The `Idempotency-Key`, if the caller keeps it beside what it sends. By default it is that of `makes`. */
  key?: string | undefined
  /** How long the whole answer may take, in milliseconds. Uploads have longer than other calls. */
  timeoutMs?: number
  /** The caller's signal to abort the request. */
  signal?: AbortSignal | null | undefined
}

/** An answer whose body has arrived completely. */
export interface RawAnswer {
  status: number
  text: string
  /** Returns the value of a header. */
  header: (name: string) => string | null
}

/** A way to send a request: fetch or XMLHttpRequest. It resolves for every complete answer and rejects for all other results. */
export type Transport = (url: string, headers: Headers, signal: AbortSignal) => Promise<RawAnswer>

/**
 * Every request to the server goes through this function. It adds token and language, applies the time limit, reads
 * failures, and ends the session or asks for a new password if the answer requires it. Every request except GET and HEAD has the
 * parameter `timestamp`, so that no cache between panel and server answers it. A 304 is a success: only a request with an entity tag
 * gets one, and its caller has the data.
 *
 * A request that makes something has an `Idempotency-Key`, so that the server makes it once, and an equal one at the same time is not sent.
 *
 * @throws RequestError for every answer that is not a success, and if no answer comes
 * @throws the reason of `signal`, if the caller aborts
 */
export function sendRequest(request: ApiRequest, transport: Transport): Promise<RawAnswer> {
  const { method, url, makes, key, signal } = request
  const token = sessionHolder().token()
  if (makes === null || key !== undefined) return send(request, transport, token, key)
  return sendOnce(`${method} ${url}\n${makes}`, signal, (key) => send(request, transport, token, key))
}

async function send(
  { method, url, signal, timeoutMs = API_TIMEOUT_MS }: ApiRequest,
  transport: Transport,
  token: string | undefined,
  key?: string,
): Promise<RawAnswer> {
  const headers = new Headers({ 'Accept-Language': language.value })
  if (key !== undefined) headers.set('Idempotency-Key', key)
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`)

  const timeLimit = AbortSignal.timeout(timeoutMs)
  const limit = signal ? AbortSignal.any([signal, timeLimit]) : timeLimit
  const answer = await transport(withTimestamp(method, url), headers, limit).catch((error: unknown) => {
    if (signal?.aborted) throw signal.reason
    throw networkError(error)
  })
  if ((answer.status >= 200 && answer.status < 300) || answer.status === NOT_MODIFIED) return answer

  const error = failureOfAnswer(answer.status, answer.text, answer.header('Retry-After'))
  // If a new session began after the request was sent, the server did not refuse the new one.
  if (token !== undefined && token === sessionHolder().token()) {
    const loss = sessionLossOf(method, url, error)
    if (loss) sessionHolder().end(loss)
    // The screen of another role would not have the place that says why an upload was refused.
    const isUpload = timeoutMs > API_TIMEOUT_MS
    if (error.code === 'forbidden' && !isUpload) sessionHolder().askAgain()
    if (error.code === 'password_change_required') sessionHolder().requirePassword()
  }
  throw error
}

function withTimestamp(method: string, url: string): string {
  if (isRead(method)) return url
  return `${url}${url.includes('?') ? '&' : '?'}timestamp=${Date.now()}`
}
