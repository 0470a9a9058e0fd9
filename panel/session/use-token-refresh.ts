import { useEffect } from 'react'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { refreshToken } from './session-calls.ts'
import { decodeToken, isPastHalf } from './session-token.ts'
import { replaceToken, session } from './stored-session.ts'

const CHECK_MS = 5 * 60_000

/** Requests a new token when less than half of the lifetime of the current one is left. */
export function useTokenRefresh() {
  // A failure is ignored, because there is still half of the token's lifetime for more attempts.
  const { mutate } = useApiMutation({
    name: ['session.refresh'],
    call: (_former: string) => refreshToken(),
    onSuccess: (next, former) => replaceToken(former, next),
  })
  useEffect(() => {
    function refreshWhenDue() {
      const token = session.value?.token
      const claims = token && decodeToken(token)
      if (claims && isPastHalf(claims, new Date())) mutate(token)
    }
    refreshWhenDue()
    const timer = setInterval(refreshWhenDue, CHECK_MS)
    return () => clearInterval(timer)
  }, [mutate])
}
