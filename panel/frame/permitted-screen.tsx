import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { NO_ACCESS_NOTICE_MS } from '#domain/limits.ts'
import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'
import { type Action, hasPermission } from '#domain/permissions.ts'
import { useCaller } from '#panel/session/caller-context.ts'
import { useNavigateHere } from '#panel/ui/address/use-navigate-here.ts'
import { buttonClass } from '#panel/ui/button.tsx'
import { usePageTitle } from '#panel/ui/page-title.ts'
import { Screen } from '#panel/ui/screen.tsx'
import { useText } from '#panel/words/use-text.ts'

/** Shows its screen to roles that may do `action`. Other users see that they have no access, and are redirected to the turbine list. */
export function PermittedScreen({ action, children }: { action: Action; children: ReactNode }) {
  return hasPermission(useCaller(), action) ? children : <NoAccessScreen />
}

function NoAccessScreen() {
  const text = useText()
  const navigate = useNavigateHere()
  usePageTitle(text('screen.noAccess.title'))

  useEffect(() => {
    const timer = window.setTimeout(
      () => navigate(PANEL_ADDRESSES.turbines, { replace: true }),
      NO_ACCESS_NOTICE_MS,
    )
    return () => window.clearTimeout(timer)
  }, [navigate])

  return (
    <Screen
      title={text('screen.noAccess.title')}
      actions={
        <Link to={PANEL_ADDRESSES.turbines} replace className={buttonClass('primary', 'large')}>
          {text('screen.toDashboard')}
        </Link>
      }
    >
      <p role="alert">{text('screen.noAccess.text')}</p>
    </Screen>
  )
}
