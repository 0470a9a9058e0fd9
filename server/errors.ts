import { SqliteError } from 'better-sqlite3'
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import en from '#content/errors/en.json' with { type: 'json' }
import tr from '#content/errors/tr.json' with { type: 'json' }
import { ERROR_STATUS, type ErrorCode } from '#domain/answer.ts'
import type { Env } from './env.ts'
import { preferredLanguage } from './preferred-language.ts'

const SENTENCES = { tr, en } as const
type IssueCode = keyof typeof tr.issues

/** One place of the input that does not fit. `path` is dotted; `code` names a sentence of `content/errors`. */
export interface Issue {
  path: string
  code: string
}

/** The only way a feature refuses: it throws one of these, and the handler below answers. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly issues: Issue[]
  readonly headers: Record<string, string>
  /** What stands in the answer beside the error. */
  readonly details: Record<string, unknown>

  constructor(
    code: ErrorCode,
    more: {
      issues?: Issue[]
      headers?: Record<string, string>
      details?: Record<string, unknown>
      /** For the log. */
      cause?: unknown
    } = {},
  ) {
    super(code, { cause: more.cause })
    this.code = code
    this.issues = more.issues ?? []
    this.headers = more.headers ?? {}
    this.details = more.details ?? {}
  }
}

/** A 400 `validation_failed` about one place of the input. */
export function invalid(path: string, code: IssueCode): ApiError {
  return new ApiError('validation_failed', { issues: [{ path, code }] })
}

/** A 429 that says when to come back. */
export function tooManyRequests(seconds: number): ApiError {
  return new ApiError('too_many_requests', { headers: { 'Retry-After': String(seconds) } })
}

/** The sentence for `code` in the language the caller asked for. */
export function sentence(c: Context, code: ErrorCode): string {
  return SENTENCES[preferredLanguage(c)][code]
}

/** Answers everything thrown below `/api` and `/media`; what nobody foresaw, with a bare 500. */
export function answerError(error: Error, c: Context<Env>): Response {
  const refusal = asApiError(error)

  const words = SENTENCES[preferredLanguage(c)]
  const issues = refusal.issues.map(({ path, code }) => ({
    path,
    message: words.issues[code as IssueCode] ?? words.issues.invalid,
  }))
  return c.json(
    {
      success: false,
      error: refusal.code,
      message: words[refusal.code],
      ...(issues.length > 0 && { issues }),
      ...refusal.details,
    },
    ERROR_STATUS[refusal.code] as ContentfulStatusCode,
    refusal.headers,
  )
}

function asApiError(error: Error): ApiError {
  if (error instanceof ApiError) return error
  if (isStorageFull(error)) return new ApiError('storage_full')
  if (error instanceof HTTPException && error.status === 400) return invalid('', 'malformed_json')
  return new ApiError('internal_error')
}

/** Runs a statement; where it breaks a constraint of this kind, that is refused with `code`. */
export async function refuseBroken<T>(
  constraint: 'UNIQUE' | 'FOREIGNKEY',
  code: ErrorCode,
  statement: () => Promise<T>,
): Promise<T> {
  try {
    return await statement()
  } catch (error) {
    const isBroken = error instanceof SqliteError && error.code === `SQLITE_CONSTRAINT_${constraint}`
    throw isBroken ? new ApiError(code) : error
  }
}

/** True when the disk (or the user's share of it) has no room, whether the file system or SQLite says so. */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  const { code } = error
  if (error instanceof SqliteError) return code === 'SQLITE_FULL' || code === 'SQLITE_IOERR_SHMSIZE'
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG'
}
