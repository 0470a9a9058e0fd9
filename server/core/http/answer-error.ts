import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { ERROR_STATUS } from '#domain/answer.ts'
import { ISSUES_LISTED_MAX } from '#domain/limits.ts'
import { isDatabaseUnavailable } from '#server/infrastructure/database/database-errors.ts'
import { storageFailureOf } from '#server/infrastructure/database/storage-failure.ts'
import {
  ApiError,
  asError,
  DATABASE_RETRY_AFTER_S,
  invalid,
  issueSentence,
  sentence,
} from '#server/infrastructure/errors.ts'
import { answerVisit } from './answer-visit.ts'

/** Longest path of an issue in an answer, in characters: a client may send field names of any length. */
const PATH_MAX_LENGTH = 200

/**
 * Makes the answer for every thrown error: JSON, or a page for a person who opened a file without a session. Unexpected errors get 500
 * `internal_error` without details.
 */
export function answerError(error: Error, c: Context): Response {
  const refusal = asApiError(error)
  const page = refusal.code === 'unauthenticated' ? answerVisit(c) : undefined
  if (page) return page
  // Also of a file that is cached for a year.
  c.header('Cache-Control', 'no-store')
  const issues = refusal.issues
    .slice(0, ISSUES_LISTED_MAX)
    .map((issue) => ({ path: issue.path.slice(0, PATH_MAX_LENGTH), message: issueSentence(c, issue) }))
  const more = refusal.issues.length - issues.length
  return c.json(
    {
      success: false,
      error: refusal.code,
      message: sentence(c, refusal.code, refusal.reason),
      ...(issues.length > 0 && { issues }),
      ...(more > 0 && { more_issues: more }),
      ...refusal.details,
    },
    ERROR_STATUS[refusal.code] as ContentfulStatusCode,
    refusal.headers,
  )
}

/**
 * Wraps any other thrown value in an Error. Hono passes only errors to `answerError`; other values would bypass all middleware, unlogged
 * and with an empty answer.
 */
export const throwOnlyErrors = createMiddleware(async (_, next) => {
  try {
    await next()
  } catch (thrown) {
    throw asError(thrown)
  }
})

function asApiError(error: Error): ApiError {
  if (error instanceof ApiError) return error
  const failure = storageFailureOf(error)
  if (failure !== undefined) return new ApiError(failure)
  if (isDatabaseUnavailable(error)) {
    return new ApiError('database_unavailable', { headers: { 'Retry-After': DATABASE_RETRY_AFTER_S } })
  }
  if (error instanceof HTTPException && error.status === 400) return invalid('', 'malformed_json')
  return new ApiError('internal_error')
}
