import { effect } from '@preact/signals-react'
import type { QueryClient } from '@tanstack/react-query'
import { session } from './stored-session.ts'

/** Empties the cache of answers on every sign-in and sign-out, in any tab, so that no user sees the data of the previous user. */
export function clearOnNewUser(queryClient: QueryClient): QueryClient {
  let last = session.value?.userId
  effect(() => {
    const next = session.value?.userId
    if (next !== last) queryClient.clear()
    last = next
  })
  return queryClient
}
