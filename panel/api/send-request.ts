import { API_TIMEOUT_MS } from '#domain/limits.ts'
import { language } from '#panel/preferences/language.ts'
import { failureOfAnswer, networkError } from './request-error.ts'
import { sessionHolder } from './session-holder.ts'
import { sessionLossOf } from './session-loss.ts'

interface ApiRequest {
  method: string
  /** Relative or absolute. */
  url: string
  /** How long the whole answer may take, in milliseconds. */
  timeoutMs?: number
  /** Aborts the request for the caller. */
  signal?: AbortSignal | null | undefined
}

/** An answer whose body has arrived in full. */
export interface RawAnswer {
  status: number
  text: string
  /** The header of that name. */
  retryAfter: string | null
}

/** One way to send a request (fetch, XMLHttpRequest). It gives every answer alike, and rejects where none arrives in full. */
export type Transport = (headers: Headers, signal: AbortSignal) => Promise<RawAnswer>

/**
 * The one road to the server: adds token and language, keeps the time limit, reads failures, and ends the session where
 * the answer says so.
 *
 * @throws RequestError for every answer that is no success, and for none
 * @throws the reason of `signal`, where the caller aborted
 */
export async function sendRequest(
  { method, url, signal, timeoutMs = API_TIMEOUT_MS }: ApiRequest,
  transport: Transport,
): Promise<RawAnswer> {
  const token = sessionHolder().token()
  const headers = new Headers({ 'Accept-Language': language.value })
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`)

  const timeLimit = AbortSignal.timeout(timeoutMs)
  const answer = await transport(headers, signal ? AbortSignal.any([signal, timeLimit]) : timeLimit).catch(
    (error: unknown) => {
      if (signal?.aborted) throw signal.reason
      throw networkError(error)
    },
  )
  if (answer.status >= 200 && answer.status < 300) return answer

  const error = failureOfAnswer(answer.status, answer.text, answer.retryAfter)
  const loss = sessionLossOf(method, url, error)
  // A session that began after the request was sent is not the one that was refused.
  if (loss && token !== undefined && token === sessionHolder().token()) sessionHolder().end(loss)
  throw error
}
