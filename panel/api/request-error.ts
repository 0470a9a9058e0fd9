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

/** Reads an answer that is not a success. `retryAfter` is the value of the header `Retry-After`, in seconds. */
export function failureOfAnswer(status: number, text: string, retryAfter: string | null): RequestError {
  const body = parseJson(text)
  const failure = Failure.safeParse(body)
  if (!failure.success) return new RequestError({ code: 'server_error' satisfies ClientCode, status, body })
  const { error, message, issues } = failure.data
  const retryAt = retryAfter === null ? undefined : Date.now() + Number(retryAfter) * 1000
  return new RequestError({ code: error, status, message, issues, body, retryAt })
}

/** Undefined if `text` is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
