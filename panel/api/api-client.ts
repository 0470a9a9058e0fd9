import { hc } from 'hono/client'
import type { App } from '#server/app.ts'
import { sendRequest } from './send-request.ts'

/** Every call of the API, typed by the server's own routes. `readAnswer` gives what it answers. */
export const { api } = hc<App>(window.location.origin, { fetch: apiFetch })

/** `fetch` by `sendRequest`: gives successes only, whose body has arrived in full. */
async function apiFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  // `hc` gives the address as text.
  const request = { method: init.method ?? 'GET', url: String(input), signal: init.signal }
  const { status, text } = await sendRequest(request, async (headers, signal) => {
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value)
    const response = await fetch(input, { ...init, headers, signal })
    return {
      status: response.status,
      text: await response.text(),
      retryAfter: response.headers.get('Retry-After'),
    }
  })
  return new Response(text, { status })
}
