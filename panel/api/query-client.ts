import { type Query, QueryClient } from '@tanstack/react-query'
import { RequestError } from './request-error.ts'

/** How long answers count as fresh, in milliseconds. */
const FRESH_MS = 5 * 60_000
export const TURBINES_FRESH_MS = 2 * 60_000
export const PHOTOS_FRESH_MS = 3 * 60_000
/** How long the photo names may be cached before an upload checks for duplicates, in milliseconds. */
export const PHOTOS_RECHECK_MS = 30_000

/** What decides when a query is asked again. */
type Failed = { state: Pick<Query['state'], 'error'> }

/** The shortest and the longest time until something is loaded again by itself, in milliseconds. */
const RETURN_MIN_MS = 1000
const RETURN_MAX_MS = 10 * 60_000

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // Otherwise a query waits without end while the browser reports that it is offline.
        networkMode: 'always',
        retry: (failures, error) => failures < 1 && !(error instanceof RequestError && error.isRefusal),
        retryDelay: 600,
        refetchInterval: timeUntilReturn,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/**
 * Loads again by itself what could not be loaded because the server, its database or its files are away for a moment. The server says when to
 * try again; until then the screen shows the sentence of the failure.
 *
 * @returns in milliseconds; false if nothing is to be waited for
 */
function timeUntilReturn({ state: { error } }: Failed): number | false {
  const isAway = error instanceof RequestError && error.status === 503 && error.retryAt !== undefined
  return isAway ? pauseUntil(error.retryAt, RETURN_MIN_MS) : false
}

/**
 * The `refetchInterval` of what is asked again and again. A server that has said when to try again, with 503 or 429, is not asked before.
 *
 * @param intervalMs false if the answer is there and it is not to be asked again
 */
export function askAgain({ state: { error } }: Failed, intervalMs: number | false): number | false {
  if (!(error instanceof RequestError) || error.retryAt === undefined) return intervalMs
  return pauseUntil(error.retryAt, intervalMs || RETURN_MIN_MS)
}

/** A proxy may name any time; a timer of the browser fires at once if it is too far away. */
function pauseUntil(time: number | undefined, minMs: number): number {
  return Math.max(minMs, Math.min(RETURN_MAX_MS, (time ?? 0) - Date.now()))
}
