import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'
import { errorText } from '#panel/api/error-text.ts'
import { RequestError } from '#panel/api/request-error.ts'
import { buttonClass } from '#panel/ui/button.tsx'
import { EmptyState } from '#panel/ui/empty-state.tsx'
import { usePageTitle } from '#panel/ui/page-title.ts'
import { useText } from '#panel/words/use-text.ts'

/** Replaces a screen about a turbine that could not be loaded. A turbine that does not exist has no retry. */
export function TurbineFailure({ error, retry }: { error: Error; retry: ReactNode }) {
  const text = useText()
  return (
    <Failure message={errorText(text, error, 'turbine.failed')}>
      {error instanceof RequestError && error.status === 404 ? null : retry}
    </Failure>
  )
}

/** Replaces a screen about a turbine whose id in the address is not an id. */
export function InvalidTurbineId() {
  const text = useText()
  return <Failure message={text('turbine.invalidId')} />
}

function Failure({ message, children }: { message: string; children?: ReactNode }) {
  const text = useText()
  usePageTitle(text('turbine.error'))
  return (
    <EmptyState
      alert
      wholePage
      title={text('turbine.error')}
      action={
        <div className="flex gap-2">
          {children}
          <Link to={PANEL_ADDRESSES.turbines} className={buttonClass('outline')}>
            {text('screen.toDashboard')}
          </Link>
        </div>
      }
    >
      {message}
    </EmptyState>
  )
}
