import { useEffect } from 'react'
import { refreshToken } from './session-calls.ts'
import { decodeToken, isPastHalf } from './session-token.ts'
import { session } from './stored-session.ts'

const CHECK_MS = 5 * 60_000

/** Asks for a new token once less than half of the present one's life is left. */
export function useTokenRefresh() {
  useEffect(() => {
    async function refreshWhenDue() {
      const claims = decodeToken(session.value?.token ?? '')
      if (!claims || !isPastHalf(claims, new Date())) return
      // A failure costs nothing yet: half of the token's life is there to try again.
      await refreshToken().catch(() => undefined)
    }
    void refreshWhenDue()
    const timer = setInterval(refreshWhenDue, CHECK_MS)
    return () => clearInterval(timer)
  }, [])
}
