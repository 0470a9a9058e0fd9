import { QueryClient } from '@tanstack/react-query'
import { RequestError } from './request-error.ts'

/** How long answers count as fresh, in milliseconds. */
const FRESH_MS = 5 * 60_000
export const TURBINES_FRESH_MS = 2 * 60_000
export const PHOTOS_FRESH_MS = 3 * 60_000
/** How long the photo names may be cached before an upload checks for duplicates, in milliseconds. */
export const PHOTOS_RECHECK_MS = 30_000

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // Otherwise a query waits without end while the browser reports that it is offline.
        networkMode: 'always',
        retry: (failures, error) => failures < 1 && !(error instanceof RequestError && error.isRefusal),
        retryDelay: 600,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}
