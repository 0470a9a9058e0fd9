import { sendRequest } from './send-request.ts'

/**
 * Sends a second request for a picture that did not load, because an `<img>` does not tell why it failed. If the server
 * refuses the session, the session ends. The method is GET, because an answer to HEAD has no body and so no error code.
 */
export async function checkImage(url: string): Promise<void> {
  await sendRequest({ method: 'GET', url, makes: null }, async (_url, _headers, signal) => {
    // Without the token: an `<img>` sends only the session's cookie, and the server may have refused this cookie.
    const response = await fetch(url, { signal })
    if (!response.ok) return { status: response.status, text: await response.text(), header: () => null }
    await response.body?.cancel()
    return { status: response.status, text: '', header: () => null }
  }).catch(() => undefined)
}
