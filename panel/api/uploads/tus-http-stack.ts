import type { HttpRequest, HttpResponse, HttpStack } from 'tus-js-client'
import { PHOTO_UPLOAD_TIMEOUT_MS } from '#domain/limits.ts'
import { RequestError } from '#panel/api/request-error.ts'
import { type RawAnswer, sendRequest } from '#panel/api/send-request.ts'
import { sendByXhr } from './send-by-xhr.ts'

/** Lets the tus client send its requests through `sendRequest`, so that they have the token and may end the session. */
export const tusHttpStack: HttpStack = {
  createRequest: (method, url) => new TusRequest(method, url),
  getName: () => 'kanat',
}

class TusRequest implements HttpRequest {
  readonly #method: string
  readonly #url: string
  readonly #headers = new Map<string, string>()
  readonly #abort = new AbortController()
  #onProgress: (sent: number) => void = () => undefined

  constructor(method: string, url: string) {
    this.#method = method
    this.#url = url
  }

  getMethod = () => this.#method
  getURL = () => this.#url
  setHeader = (name: string, value: string) => void this.#headers.set(name, value)
  getHeader = (name: string) => this.#headers.get(name)
  setProgressHandler = (onProgress: (sent: number) => void) => {
    this.#onProgress = onProgress
  }
  getUnderlyingObject = () => undefined

  async abort() {
    this.#abort.abort()
  }

  /** Resolves for every answer. A refusal is the underlying object of its response. */
  async send(body: Blob | null = null): Promise<HttpResponse> {
    const transport = sendByXhr(this.#method, body, (sent) => this.#onProgress(sent))
    const { signal } = this.#abort
    const request = {
      method: this.#method,
      url: this.#url,
      // An upload in parts continues where it stopped.
      makes: null,
      timeoutMs: PHOTO_UPLOAD_TIMEOUT_MS,
      signal,
    }
    try {
      const answer = await sendRequest(request, (url, headers, limit) => {
        for (const [name, value] of this.#headers) headers.set(name, value)
        return transport(url, headers, limit)
      })
      return responseOf(answer)
    } catch (error) {
      if (!(error instanceof RequestError) || error.status === 0) throw error
      return {
        ...responseOf({ status: error.status, text: '', header: () => null }),
        getUnderlyingObject: () => error,
      }
    }
  }
}

function responseOf({ status, text, header }: RawAnswer): HttpResponse {
  return {
    getStatus: () => status,
    getHeader: (name) => header(name) ?? undefined,
    getBody: () => text,
    getUnderlyingObject: () => undefined,
  }
}
