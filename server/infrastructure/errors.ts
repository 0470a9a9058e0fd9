import { inspect } from 'node:util'
import type { Context } from 'hono'
import en from '#content/errors/en.json' with { type: 'json' }
import tr from '#content/errors/tr.json' with { type: 'json' }
import type { ErrorCode } from '#domain/answer.ts'
import type { Language } from '#domain/text/language.ts'
import { formatMessage, type MessageValues } from './format-message.ts'
import { preferredLanguage } from './preferred-language.ts'

const SENTENCES = { tr, en } as const
export type IssueCode = keyof typeof tr.issues

/** `Retry-After` during an outage of the database, in seconds. */
export const DATABASE_RETRY_AFTER_S = '5'

/** The default headers of an error: `Retry-After`, in seconds. */
const HEADERS: Partial<Record<ErrorCode, Record<string, string>>> = {
  file_not_processed: { 'Retry-After': '30' },
}

/** One invalid place of the input. `path` is dotted; `code` names a sentence of `content/errors`. */
export interface Issue {
  path: string
  code: string
  /** The values of the sentence, in the language of the answer. */
  valuesIn?: IssueValues | undefined
}

type IssueValues = (language: Language) => MessageValues

/** A more specific sentence of `content/errors` for an error, with its values. */
export interface Reason {
  code: keyof typeof tr.reasons
  values?: Record<string, string | number>
}

/** The English sentence for a schema's message, for the terminal. The schemas of this project have codes as messages. */
export function terminalSentence(message: string): string {
  const sentence = en.issues[message as IssueCode]
  return sentence === undefined ? `${message}.` : formatMessage('en', sentence)
}

/** The error by which a feature refuses a request. `answerError` makes the answer from it. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly issues: Issue[]
  readonly headers: Record<string, string>
  /** Further fields of the answer. */
  readonly details: Record<string, unknown>
  readonly reason: Reason | undefined

  constructor(
    code: ErrorCode,
    more: {
      issues?: Issue[]
      headers?: Record<string, string>
      details?: Record<string, unknown>
      /** For the log. */
      cause?: unknown
      reason?: Reason | undefined
    } = {},
  ) {
    super(code, { cause: more.cause })
    this.code = code
    this.issues = more.issues ?? []
    this.headers = more.headers ?? HEADERS[code] ?? {}
    this.details = more.details ?? {}
    this.reason = more.reason
  }
}

/** The English sentences of a thrown error, for the terminal. */
export function terminalSentences(error: unknown): string {
  if (!(error instanceof ApiError)) return String(error)
  return error.issues.map(({ code }) => terminalSentence(code)).join(' ')
}

/** A 400 `validation_failed` about one place of the input. */
export function invalid(path: string, code: IssueCode, valuesIn?: IssueValues): ApiError {
  return new ApiError('validation_failed', { issues: [{ path, code, valuesIn }] })
}

/**
 * Ends work without a remaining reader. Call it before each step.
 *
 * @param signal of the request (`c.req.raw.signal`), which aborts when its client has gone
 * @throws ApiError `validation_failed`, which reaches no client
 */
export function refuseIfGone(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw invalid('', 'broken_off')
}

/** The sentences about a wait. Their value is in minutes. */
export type WaitReason = Extract<keyof typeof tr.reasons, 'wait' | `wait_${string}`>

/** A 429 `too_many_requests` with the time to wait. @param seconds until the next request is allowed */
export function tooManyRequests(seconds: number, reason: WaitReason = 'wait'): ApiError {
  return new ApiError('too_many_requests', {
    headers: { 'Retry-After': String(seconds) },
    reason: { code: reason, values: { minutes: Math.ceil(seconds / 60) } },
  })
}

/** The sentence for `code` or for its reason, in the language of the request. */
export function sentence(c: Pick<Context, 'req'>, code: ErrorCode, reason?: Reason): string {
  const language = preferredLanguage(c)
  const words = SENTENCES[language]
  if (!reason) return formatMessage(language, words[code])
  return formatMessage(language, words.reasons[reason.code], reason.values)
}

/** The sentence for an issue's code, in the language of the request. */
export function issueSentence(c: Pick<Context, 'req'>, { code, valuesIn }: Omit<Issue, 'path'>): string {
  const language = preferredLanguage(c)
  const words = SENTENCES[language].issues
  return formatMessage(language, words[code as IssueCode] ?? words.invalid, valuesIn?.(language))
}

/** The thrown value as an Error: JavaScript can throw anything, and some libraries do. */
export function asError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown
  return new Error(`Thrown, but no Error: ${textOf(thrown)}`, { cause: thrown })
}

/** An excerpt of the value for the log. */
function textOf(value: unknown): string {
  try {
    return inspect(value, { depth: 0, maxStringLength: 200, breakLength: Number.POSITIVE_INFINITY })
  } catch {
    return `a value of the type ${typeof value}`
  }
}
