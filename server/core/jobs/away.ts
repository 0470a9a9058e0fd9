import { isDatabaseUnavailable } from '#server/infrastructure/database/database-errors.ts'
import { ApiError } from '#server/infrastructure/errors.ts'

/** The pause of a job that needs something that is away, in milliseconds. It does not grow, and the attempt does not count. */
export const AWAY_PAUSE_MS = 5000

/** A job could not do its work because the database or the bucket was away, or what it needs is not there yet. Its cause says which. */
export class AwayError extends Error {
  constructor(cause: Error) {
    super(`away: ${cause.message}`, { cause })
  }
}

/** What a job needs is still being made by another job. */
export class NotYetError extends Error {}

/** True if the same job can succeed later: when the database or the bucket is back, or when the other job has ended. */
export function isAway(error: unknown): error is Error {
  const isStoreAway = error instanceof ApiError && error.code === 'store_unavailable'
  return isStoreAway || error instanceof NotYetError || isDatabaseUnavailable(error)
}
