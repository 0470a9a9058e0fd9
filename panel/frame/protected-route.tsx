import { useSignals } from '@preact/signals-react/runtime'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { ApiError } from '#panel/api/api-error.ts'
import { ServerErrorScreen } from '#panel/frame/error-screens.tsx'
import { validateSession } from '#panel/session/session-calls.ts'
import { checkStoredSession } from '#panel/session/session-check.ts'
import type { SignInOrigin } from '#panel/session/sign-in-origin.ts'
import { endSession, type StoredSession, session, sessionEnd } from '#panel/session/stored-session.ts'
import { useTokenRefresh } from '#panel/session/use-token-refresh.ts'
import { ViewerContext } from '#panel/session/viewer-context.ts'
import { LoadingScreen } from '#panel/ui/loading-screen.tsx'

/** Lets through who has a session that this browser and the server both believe in; sends the others to sign in. */
export function ProtectedRoute() {
  useSignals()
  const { pathname, search } = useLocation()
  const stored = session.value
  const finding = checkStoredSession(stored, new Date())

  useEffect(() => {
    if (finding === 'expired' || finding === 'invalid') endSession(finding)
  }, [finding])

  if (stored && finding === 'plausible') return <ServerChecked stored={stored} />
  // Signing out is on its way to the public front page.
  if (sessionEnd.value === 'signed-out') return <LoadingScreen />
  const origin: SignInOrigin = { from: pathname + search }
  return <Navigate to="/login" replace state={origin} />
}

/** The second half of the check. No answer is not an answer: it offers to ask again and ends nothing. */
function ServerChecked({ stored }: { stored: StoredSession }) {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['session', stored.user.id],
    queryFn: ({ signal }) => validateSession(signal),
  })
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500
  useTokenRefresh()
  useEffect(() => {
    if (refused) endSession('unchecked')
  }, [refused])

  if (data) {
    return (
      <ViewerContext value={data}>
        <Outlet />
      </ViewerContext>
    )
  }
  if (error && !refused) return <ServerErrorScreen error={error} onRetry={refetch} busy={isFetching} />
  return <LoadingScreen />
}
