import { Failure } from '#domain/answer.ts'

/** Codes that the API does not answer, because no answer came or it was not ours. */
type ClientCode = 'network_error' | 'server_error'

interface Details {
  code: string
  /** HTTP status, 0 where no answer came. */
  status: number
  /** The server's sentence in the interface language, empty where it gave none. */
  message?: string
  issues?: Failure['issues']
  body?: unknown
  /** When trying again is of use, in milliseconds since 1970. */
  retryAt?: number | undefined
}

/** The one error of every call to the API. `errorText` says it in words. */
export class ApiError extends Error {
  readonly code: string
  readonly status: number
  readonly issues: NonNullable<Failure['issues']>
  /** The whole JSON of the answer, for callers that look for more than the message. */
  readonly body: unknown
  readonly retryAt: number | undefined

  constructor({ code, status, message = '', issues = [], body, retryAt }: Details) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.status = status
    this.issues = issues
    this.body = body
    this.retryAt = retryAt
  }
}

/** No answer came: no connection, or it took too long. */
export function networkError(): ApiError {
  return new ApiError({ code: 'network_error' satisfies ClientCode, status: 0 })
}

/** Reads the text of an answer that was no success. `retryAfter` is its header of that name, in seconds. */
export function answerError(status: number, text: string, retryAfter?: string | null): ApiError {
  const body = parseJson(text)
  const failure = Failure.safeParse(body)
  if (!failure.success) return new ApiError({ code: 'server_error' satisfies ClientCode, status, body })
  const { error, message, issues } = failure.data
  const retryAt = retryAfter ? Date.now() + Number(retryAfter) * 1000 : undefined
  return new ApiError({ code: error, status, message, issues, body, retryAt })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
