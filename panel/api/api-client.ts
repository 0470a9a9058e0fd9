import { hc } from 'hono/client'
import type { App } from '#server/start/app.ts'
import { NOT_MODIFIED, sendRequest } from './send-request.ts'

/** A typed client for every call of the API; the types come from the server's routes. `readAnswer` reads the answer. */
export const { api } = hc<App>(window.location.origin, { fetch: apiFetch })

/** The options of one call. */
export interface CallInit extends RequestInit {
  /** Its own time limit, in milliseconds. */
  timeoutMs?: number
  /** What the body does not say, but what makes the call another one if it differs. */
  dependsOn?: string
  /** Its `Idempotency-Key`, if the caller keeps it beside what it sends. */
  key?: string
}

/** A `fetch` that uses `sendRequest`. It resolves only for a success whose body has arrived completely. */
async function apiFetch(input: RequestInfo | URL, init: CallInit = {}): Promise<Response> {
  const { method = 'GET', signal, timeoutMs, body, dependsOn = '', key } = init
  // `hc` always passes the address as a string.
  const request = {
    method,
    url: String(input),
    // `hc` sends bodies as JSON.
    makes: method === 'POST' ? `${body ?? ''}${dependsOn}` : null,
    key,
    signal,
    ...(timeoutMs !== undefined && { timeoutMs }),
  }
  const { status, text, header } = await sendRequest(request, async (url, headers, signal) => {
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value)
    const response = await fetch(url, { ...init, headers, signal })
    return {
      status: response.status,
      text: await response.text(),
      header: (name) => response.headers.get(name),
    }
  })
  const etag = header('ETag')
  // A `Response` with the status 304 accepts no body, not even an empty one.
  return new Response(status === NOT_MODIFIED ? null : text, { status, headers: etag ? { ETag: etag } : {} })
}
