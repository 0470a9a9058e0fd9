import { RequestError } from './request-error.ts'
import { sendRequest } from './send-request.ts'

/** Why a picture did not load. */
export type ImageFailure =
  /** @property retryAt when the server wants to be asked again, in milliseconds since 1970 */
  | { kind: 'passing'; retryAt: number | undefined }
  /** The server sends the picture now. */
  | { kind: 'sent' }
  /** The server refuses it. */
  | { kind: 'refused' }

/** The refusals that are about the connection or the number of requests. */
const PASSING = new Set([407, 408, 429])

/**
 * Sends a second request for a picture that did not load, because an `<img>` does not tell why it failed. If the server
 * refuses the session, the session ends. The method is GET, because an answer to HEAD has no body and so no error code.
 */
export async function checkImage(url: string): Promise<ImageFailure> {
  let isPicture = false
  try {
    await sendRequest({ method: 'GET', url, makes: null }, async (_url, _headers, signal) => {
      // Without the token: an `<img>` sends only the session's cookie, and the server may have refused this cookie.
      const response = await fetch(url, { signal })
      const header = (name: string) => response.headers.get(name)
      if (!response.ok) return { status: response.status, text: await response.text(), header }
      // A proxy answers 200 with a page of its own, too.
      isPicture = header('Content-Type')?.startsWith('image/') ?? false
      await response.body?.cancel()
      return { status: response.status, text: '', header }
    })
  } catch (error) {
    if (error instanceof RequestError && error.isRefusal && !PASSING.has(error.status))
      return { kind: 'refused' }
    return { kind: 'passing', retryAt: error instanceof RequestError ? error.retryAt : undefined }
  }
  return isPicture ? { kind: 'sent' } : { kind: 'passing', retryAt: undefined }
}
