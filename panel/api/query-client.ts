import { QueryClient } from '@tanstack/react-query'
import { RequestError } from './request-error.ts'

/** How long answers count as fresh, in milliseconds. */
const FRESH_MS = 5 * 60_000
export const TURBINES_FRESH_MS = 2 * 60_000
export const PHOTOS_FRESH_MS = 3 * 60_000
/** The short cache of a photo list that is about to be relied upon. */
export const PHOTOS_RECHECK_MS = 30_000

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // A browser that believes it is offline shall say so by a failure, not by waiting for ever.
        networkMode: 'always',
        retry: (failures, error) => failures < 1 && !(error instanceof RequestError && error.isRefusal),
        retryDelay: 600,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}
