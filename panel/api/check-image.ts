import { sendRequest } from './send-request.ts'

/**
 * Asks for the address of a picture that did not load once more, for its status alone, because an `<img>` does not tell
 * why it failed. Where the session is the reason, it ends.
 */
export async function checkImage(url: string): Promise<void> {
  await sendRequest({ method: 'HEAD', url }, async (_, signal) => {
    // Without the token: an `<img>` has the session's cookie alone, and it is the cookie that may have been refused.
    const { status } = await fetch(url, { method: 'HEAD', signal })
    return { status, text: '', retryAfter: null }
  }).catch(() => undefined)
}
