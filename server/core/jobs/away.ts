import { isDatabaseUnavailable } from '#server/infrastructure/database/database-errors.ts'
import { ApiError } from '#server/infrastructure/errors.ts'

/** The pause of a job that needs something that is away, in milliseconds. It does not grow, and the attempt does not count. */
export const AWAY_PAUSE_MS = 5000

/** The beginning of the message by which the rows of jobs show that something was away. */
export const AWAY = 'away: '

/** A job could not do its work because the database or the bucket was away. Its cause says which. */
export class AwayError extends Error {
  constructor(cause: Error) {
    super(AWAY + cause.message, { cause })
  }
}

/** True if the same job can succeed when the database or the bucket is back. */
export function isAway(error: unknown): error is Error {
  const isStoreAway = error instanceof ApiError && error.code === 'store_unavailable'
  return isStoreAway || isDatabaseUnavailable(error)
}
