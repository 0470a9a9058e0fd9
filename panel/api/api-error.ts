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
}

/** The one error of every call to the API. `errorText` says it in words. */
export class ApiError extends Error {
  readonly code: string
  readonly status: number
  readonly issues: NonNullable<Failure['issues']>
  /** The whole JSON of the answer, for callers that look for more than the message. */
  readonly body: unknown

  constructor({ code, status, message = '', issues = [], body }: Details) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.status = status
    this.issues = issues
    this.body = body
  }
}

/** No answer came: no connection, or it took too long. */
export function networkError(): ApiError {
  return new ApiError({ code: 'network_error' satisfies ClientCode, status: 0 })
}

/** Reads the text of an answer that was no success. */
export function answerError(status: number, text: string): ApiError {
  const body = parseJson(text)
  const failure = Failure.safeParse(body)
  if (!failure.success) return new ApiError({ code: 'server_error' satisfies ClientCode, status, body })
  const { error, message, issues } = failure.data
  return new ApiError({ code: error, status, message, issues, body })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
