import { CONTACT_SIMULATED_SEND_MS, CONTACT_TIMEOUT_MS } from '#domain/limits.ts'
import { type ContactMessage, FIELDS, type Mistakes } from './contact-message.ts'
import { forgetMessageKey, keyOfMessage } from './message-key.ts'

/** The result of sending. After a failure, `reason` is the server's sentence for the visitor, and `mistakes` what it says about fields. */
export type Outcome = { sent: true } | { sent: false; reason?: string; mistakes: Mistakes }

/**
 * Posts a message of the contact form to `endpoint`. Without an endpoint it sends nothing, waits as long as
 * sending might take, and succeeds.
 */
export async function sendMessage(
  message: ContactMessage,
  { endpoint, language }: { endpoint: string | undefined; language: string },
): Promise<Outcome> {
  if (!endpoint) {
    await new Promise((resolve) => setTimeout(resolve, CONTACT_SIMULATED_SEND_MS))
    return { sent: true }
  }
  const body = JSON.stringify(message)
  // Another site would have to allow the header (CORS).
  const isOwn = endpoint.startsWith('/')
  try {
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Accept-Language': language,
        ...(isOwn && { 'Idempotency-Key': keyOfMessage(body) }),
      },
      body,
      signal: AbortSignal.timeout(CONTACT_TIMEOUT_MS),
    })
    const said: unknown = answer.status === 204 ? {} : await answer.json()
    // A proxy answers 200 with a page of its own, too.
    if (answer.ok && isRecord(said) && said.success !== false) {
      forgetMessageKey()
      return { sent: true }
    }
    return {
      sent: false,
      mistakes: mistakesIn(said),
      ...(isRecord(said) && typeof said.message === 'string' && { reason: said.message }),
    }
  } catch {
    // No connection, no answer in time, or an answer that is not JSON.
    return { sent: false, mistakes: {} }
  }
}

/** The server's sentences about single fields. */
function mistakesIn(said: unknown): Mistakes {
  const issues = isRecord(said) && Array.isArray(said.issues) ? said.issues : []
  const mistakes: Mistakes = {}
  for (const field of FIELDS) {
    const issue: unknown = issues.find((each) => isRecord(each) && each.path === field)
    if (isRecord(issue) && typeof issue.message === 'string') mistakes[field] = { said: issue.message }
  }
  return mistakes
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
