import { API_TIMEOUT_MS, CONTACT_SIMULATED_SEND_MS } from '#domain/limits.ts'
import type { ContactMessage } from './contact-message.ts'

/** The result of sending. After a failure, `reason` is the server's sentence for the visitor. */
export type Outcome = { sent: true } | { sent: false; reason?: string }

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
  try {
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Accept-Language': language },
      body: JSON.stringify(message),
      signal: AbortSignal.timeout(API_TIMEOUT_MS),
    })
    if (answer.ok) return { sent: true }
    const said: unknown = await answer.json()
    return { sent: false, ...(hasMessage(said) && { reason: said.message }) }
  } catch {
    // No connection, no answer in time, or an answer that is not JSON.
    return { sent: false }
  }
}

function hasMessage(said: unknown): said is { message: string } {
  return typeof said === 'object' && said !== null && 'message' in said && typeof said.message === 'string'
}
