import { isDatabaseUnavailable } from '#server/infrastructure/database/database-errors.ts'
import { ApiError } from '#server/infrastructure/errors.ts'

/** The pause of a job during an outage, in milliseconds. It does not grow, and the attempt does not count. */
export const AWAY_PAUSE_MS = 5000

/** A job could not run because the database or the bucket was unavailable, or its input does not exist yet. Its cause says which. */
export class AwayError extends Error {
  constructor(cause: Error) {
    super(`away: ${cause.message}`, { cause })
  }
}

/** Another job is still making a job's input. */
export class NotYetError extends Error {}

/** True if the same job can succeed later: after an outage of the database or the bucket, or after the other job. */
export function isAway(error: unknown): error is Error {
  const isStoreAway = error instanceof ApiError && error.code === 'store_unavailable'
  return isStoreAway || error instanceof NotYetError || isDatabaseUnavailable(error)
}
