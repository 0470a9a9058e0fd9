import { sendRequest } from './send-request.ts'

/**
 * Requests the address of a picture that did not load again, only for its status, because an `<img>` does not tell
 * why it failed. If the server refuses the session, the session ends.
 */
export async function checkImage(url: string): Promise<void> {
  await sendRequest({ method: 'HEAD', url }, async (_, signal) => {
    // Without the token: an `<img>` sends only the session's cookie, and the server may have refused this cookie.
    const { status } = await fetch(url, { method: 'HEAD', signal })
    return { status, text: '', retryAfter: null }
  }).catch(() => undefined)
}
