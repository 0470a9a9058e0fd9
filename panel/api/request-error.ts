import { Failure } from '#domain/answer.ts'

/** Codes of failures that are not an answer of the API: none came, or it cannot be read. */
type ClientCode = 'network_error' | 'server_error'

interface Details {
  code: string
  /** HTTP status, 0 where no answer came. */
  status: number
  /** The server's sentence in the interface language, empty where it gave none. */
  message?: string
  issues?: Failure['issues']
  body?: unknown
  retryAt?: number | undefined
  cause?: unknown
}

/** The one error of every request to the server. `errorText` says it in words. */
export class RequestError extends Error {
  readonly code: string
  readonly status: number
  readonly issues: NonNullable<Failure['issues']>
  /** The whole JSON of the answer, for callers that look for more than the message. */
  readonly body: unknown
  /** When it is of use to ask again, in milliseconds since 1970; undefined where the server does not say. */
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

  /** True for a 4xx: the server understood the request and does not do it. To send it again changes nothing. */
  get isRefusal(): boolean {
    return this.status >= 400 && this.status < 500
  }
}

/** No answer came: no connection, it broke off, or it took too long. */
export function networkError(cause?: unknown): RequestError {
  return new RequestError({ code: 'network_error' satisfies ClientCode, status: 0, cause })
}

/** A success whose body is not what the contract promises. */
export function unreadableAnswer(status: number, cause: unknown): RequestError {
  return new RequestError({ code: 'server_error' satisfies ClientCode, status, cause })
}

/** Reads an answer that is no success. `retryAfter` is its header of that name, in seconds. */
export function failureOfAnswer(status: number, text: string, retryAfter: string | null): RequestError {
  const body = parseJson(text)
  const failure = Failure.safeParse(body)
  if (!failure.success) return new RequestError({ code: 'server_error' satisfies ClientCode, status, body })
  const { error, message, issues } = failure.data
  const retryAt = retryAfter === null ? undefined : Date.now() + Number(retryAfter) * 1000
  return new RequestError({ code: error, status, message, issues, body, retryAt })
}

/** Undefined where `text` is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
