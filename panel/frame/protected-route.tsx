import { useSignals } from '@preact/signals-react/runtime'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'
import { ServerErrorScreen } from '#panel/frame/error-screens.tsx'
import { CallerContext } from '#panel/session/caller-context.ts'
import { callerQuery } from '#panel/session/session-calls.ts'
import { checkStoredSession } from '#panel/session/session-check.ts'
import type { SignInOrigin } from '#panel/session/sign-in-origin.ts'
import { endSession, refusals, session, sessionEnd } from '#panel/session/stored-session.ts'
import { useTokenRefresh } from '#panel/session/use-token-refresh.ts'
import { LoadingScreen } from '#panel/ui/loading-screen.tsx'
import { TimeZoneContext } from '#panel/words/time-zone.ts'

/**
 * Shows its screen if both this browser and the server accept the session. Otherwise it redirects to the sign-in page.
 *
 * @param background what runs on each of these screens, without being seen
 * @param choosePassword the screen for users who must choose a password first. It has the address of the screen behind it, so
 *   that the user continues there.
 * @param enrolFactor the screen for users whose account needs a second factor first; it stays until it calls `onDone`
 */
export function ProtectedRoute({
  choosePassword,
  enrolFactor,
  background,
}: {
  choosePassword: ReactNode
  enrolFactor: (onDone: () => void) => ReactNode
  background?: ReactNode
}) {
  useSignals()
  const { pathname, search } = useLocation()
  const stored = session.value
  const finding = checkStoredSession(stored, new Date())

  useEffect(() => {
    if (finding === 'expired' || finding === 'invalid') endSession(finding)
  }, [finding])

  if (stored && finding === 'plausible') {
    return stored.mustChoosePassword ? (
      choosePassword
    ) : (
      <ServerChecked userId={stored.userId} enrolFactor={enrolFactor} background={background} />
    )
  }
  // Signing out already navigates to the public landing page.
  if (sessionEnd.value === 'signed-out') return <LoadingScreen />
  const origin: SignInOrigin = { from: pathname + search }
  return <Navigate to={PANEL_ADDRESSES.signIn} replace state={origin} />
}

/**
 * The second part of the check asks the server. A refusal ends the session in `sendRequest`. If no answer comes, this offers a
 * retry and the session continues.
 */
function ServerChecked({
  userId,
  enrolFactor,
  background,
}: {
  userId: number
  enrolFactor: (onDone: () => void) => ReactNode
  background: ReactNode
}) {
  const { data: caller, error, refetch, isFetching } = useQuery(callerQuery(userId))
  const [isEnrolling, setEnrolling] = useState(false)
  if (caller?.must_enrol_factor && !isEnrolling) setEnrolling(true)
  useTokenRefresh()
  useEffect(() => refusals.subscribe((count) => void (count > 0 && refetch())), [refetch])

  if (caller) {
    return (
      <CallerContext value={caller}>
        <TimeZoneContext value={caller.time_zone}>
          {isEnrolling ? (
            enrolFactor(() => void refetch().then(() => setEnrolling(false)))
          ) : (
            <>
              <Outlet />
              {background}
            </>
          )}
        </TimeZoneContext>
      </CallerContext>
    )
  }
  if (error) return <ServerErrorScreen error={error} onRetry={refetch} busy={isFetching} />
  return <LoadingScreen />
}
