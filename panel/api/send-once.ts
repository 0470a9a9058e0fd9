import { endAttempt, keyOfAttempt } from './attempt-keys.ts'
import { parseJson, RequestError } from './request-error.ts'
import { runOnce } from './running-changes.ts'

/** The errors that say what has become of the first attempt. After all others, such as 401, it may have made something. */
const OUTCOMES = ['idempotency_key_reused', 'record_gone']

/**
 * Sends a request that makes something with the key of its attempt. While one is on its way, an equal one of the same user is not
 * sent: both get its answer.
 *
 * @param call what is sent: method, address and body
 * @param signal of the caller; a request that its caller can abort is not shared
 */
export function sendOnce<Answer extends { text: string }>(
  call: string,
  signal: AbortSignal | null | undefined,
  send: (key: string) => Promise<Answer>,
): Promise<Answer> {
  const begin = () => sendAttempt(call, send)
  return signal ? begin() : runOnce(['request', call], begin)
}

async function sendAttempt<Answer extends { text: string }>(
  call: string,
  send: (key: string) => Promise<Answer>,
): Promise<Answer> {
  try {
    const answer = await send(keyOfAttempt(call))
    // A success that is not from this server, such as the page of a proxy, says nothing about the record.
    if (isSuccess(parseJson(answer.text))) endAttempt(call)
    return answer
  } catch (error) {
    if (error instanceof RequestError && OUTCOMES.includes(error.code)) endAttempt(call)
    throw error
  }
}

function isSuccess(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'success' in body && body.success === true
}
