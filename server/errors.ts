import type { Context } from 'hono'
import { IntlMessageFormat } from 'intl-messageformat'
import en from '#content/errors/en.json' with { type: 'json' }
import tr from '#content/errors/tr.json' with { type: 'json' }
import type { ErrorCode } from '#domain/answer.ts'
import { preferredLanguage } from './preferred-language.ts'

const SENTENCES = { tr, en } as const
type IssueCode = keyof typeof tr.issues

/** One place of the input that does not fit. `path` is dotted; `code` names a sentence of `content/errors`. */
export interface Issue {
  path: string
  code: string
}

/** What exactly stands behind an error, where its code says less: a sentence of `content/errors` with its values. */
export interface Reason {
  code: keyof typeof tr.reasons
  values?: Record<string, string | number>
}

/** What a schema says of a value, as a sentence for the terminal: our own schemas say only its code. */
export function terminalSentence(message: string): string {
  return en.issues[message as IssueCode] ?? `${message}.`
}

/** The only way a feature refuses: it throws one of these, and `answer-error.ts` answers. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly issues: Issue[]
  readonly headers: Record<string, string>
  /** What stands in the answer beside the error. */
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
    this.headers = more.headers ?? {}
    this.details = more.details ?? {}
    this.reason = more.reason
  }
}

/** A 400 `validation_failed` about one place of the input. */
export function invalid(path: string, code: IssueCode): ApiError {
  return new ApiError('validation_failed', { issues: [{ path, code }] })
}

/** A 429 that says when to come back. */
export function tooManyRequests(seconds: number): ApiError {
  return new ApiError('too_many_requests', {
    headers: { 'Retry-After': String(seconds) },
    reason: { code: 'wait', values: { minutes: Math.ceil(seconds / 60) } },
  })
}

/** The sentence for `code`, or the more exact one of its reason, in the language the caller asked for. */
export function sentence(c: Context, code: ErrorCode, reason?: Reason): string {
  const language = preferredLanguage(c)
  const words = SENTENCES[language]
  if (!reason) return words[code]
  return String(new IntlMessageFormat(words.reasons[reason.code], language).format(reason.values))
}

/** The sentence for the code of an issue, in the language the caller asked for. */
export function issueSentence(c: Context, code: string): string {
  const words = SENTENCES[preferredLanguage(c)].issues
  return words[code as IssueCode] ?? words.invalid
}
