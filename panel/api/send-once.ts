import { endAttempt, keyOfAttempt } from './attempt-keys.ts'
import { parseJson, RequestError } from './request-error.ts'
import type { RawAnswer } from './send-request.ts'

/** The errors that say what has become of the first attempt. After all others, such as 401, it may have made something. */
const OUTCOMES = ['idempotency_key_reused', 'record_gone']

/** The requests that wait for their answers, by what they send and by whom. */
const running = new Map<string, Promise<RawAnswer>>()

/**
 * Sends a request that makes something with the key of its attempt. While one is on its way, an equal one of the same session is not
 * sent: both get its answer.
 *
 * @param call what is sent: method, address and body
 * @param token of the session
 * @param signal of the caller; a request that its caller can abort is not shared
 */
export function sendOnce(
  call: string,
  token: string | undefined,
  signal: AbortSignal | null | undefined,
  send: (key: string) => Promise<RawAnswer>,
): Promise<RawAnswer> {
  if (signal) return sendAttempt(call, send)
  const name = `${token}\n${call}`
  const first = running.get(name)
  if (first) return first
  const sent = sendAttempt(call, send).finally(() => running.delete(name))
  running.set(name, sent)
  return sent
}

async function sendAttempt(call: string, send: (key: string) => Promise<RawAnswer>): Promise<RawAnswer> {
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
