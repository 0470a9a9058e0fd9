import { Failure } from '#domain/answer.ts'

/** Codes of failures without a usable answer of the API: no answer came, or it cannot be read. */
type ClientCode = 'network_error' | 'server_error'

interface Details {
  code: string
  /** HTTP status; 0 if no answer came. */
  status: number
  /** The server's sentence in the interface language; empty if there is none. */
  message?: string
  issues?: Failure['issues']
  body?: unknown
  retryAt?: number | undefined
  cause?: unknown
}

/** The error of every failed request to the server. `errorText` gives a sentence for it. */
export class RequestError extends Error {
  readonly code: string
  readonly status: number
  readonly issues: NonNullable<Failure['issues']>
  /** The whole JSON of the answer, for callers that need more than the message. */
  readonly body: unknown
  /** The earliest time for another attempt, in milliseconds since 1970; undefined if the server does not give it. */
  readonly retryAt: number | undefined

  constructor({ code, status, message = '', issues = [], body, retryAt, cause }: Details) {
    super(message, { cause })
    this.name = 'RequestError'
    this.code = code
    this.status = status
    this.issues = issues
    this.body = body
    this.retryAt = retryAt
  }

  /** True for a 4xx status: the server understood the request and refused it. The same request would fail again. */
  get isRefusal(): boolean {
    return this.status >= 400 && this.status < 500
  }
}

/** The error for a missing answer: there was no connection, the connection broke, or the time limit passed. */
export function networkError(cause?: unknown): RequestError {
  return new RequestError({ code: 'network_error' satisfies ClientCode, status: 0, cause })
}

/** The error for a success whose body does not fit the contract. */
export function unreadableAnswer(status: number, cause: unknown): RequestError {
  return new RequestError({ code: 'server_error' satisfies ClientCode, status, cause })
}

/**
 * Reads an answer that is not a success. A proxy answers with a page of its own, which has no code and no sentence.
 *
 * @param retryAfter the value of the header `Retry-After`
 */
export function failureOfAnswer(status: number, text: string, retryAfter: string | null): RequestError {
  const body = parseJson(text)
  const retryAt = timeOf(retryAfter)
  const failure = Failure.safeParse(body)
  if (!failure.success)
    return new RequestError({ code: 'server_error' satisfies ClientCode, status, body, retryAt })
  const { error, message, issues } = failure.data
  return new RequestError({ code: error, status, message, issues, body, retryAt })
}

/**
 * The time in a header `Retry-After`, which has seconds from now on, or a date.
 *
 * @returns in milliseconds since 1970; undefined if there is none
 * @see https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
 */
function timeOf(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined
  const at = /^\d+$/.test(retryAfter) ? Date.now() + Number(retryAfter) * 1000 : Date.parse(retryAfter)
  return Number.isNaN(at) ? undefined : at
}

/** Undefined if `text` is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
