import { effect } from '@preact/signals-react'
import type { QueryClient } from '@tanstack/react-query'
import { session } from './stored-session.ts'

/** What one user was shown is never shown to the next: the cache is emptied on sign-in and sign-out, in whichever tab. */
export function clearOnNewUser(queryClient: QueryClient): QueryClient {
  let last = session.value?.userId
  effect(() => {
    const next = session.value?.userId
    if (next !== last) queryClient.clear()
    last = next
  })
  return queryClient
}
