import { RotateCw } from 'lucide-react'
import { Link } from 'react-router'
import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'
import { errorText } from '#panel/api/error-text.ts'
import { RequestError } from '#panel/api/request-error.ts'
import { Button, buttonClass } from '#panel/ui/button.tsx'
import { usePageTitle } from '#panel/ui/page-title.ts'
import { Screen } from '#panel/ui/screen.tsx'
import { useText } from '#panel/words/use-text.ts'

export function NotFoundScreen() {
  const text = useText()
  usePageTitle(text('screen.notFound.title'))
  return (
    <Screen
      mark={text('screen.notFound.mark')}
      title={text('screen.notFound.title')}
      actions={
        <Link to={PANEL_ADDRESSES.turbines} className={buttonClass('primary', 'large')}>
          {text('screen.toDashboard')}
        </Link>
      }
    >
      <p>{text('screen.notFound.text')}</p>
    </Screen>
  )
}

interface ServerErrorScreenProps {
  error: unknown
  onRetry: () => void
  busy: boolean
}

export function ServerErrorScreen({ error, onRetry, busy }: ServerErrorScreenProps) {
  const text = useText()
  const isOffline = error instanceof RequestError && error.code === 'network_error'
  const title = text(isOffline ? 'screen.noConnection.title' : 'screen.serverError.title')
  usePageTitle(title)
  const status = error instanceof RequestError && error.status >= 400 ? String(error.status) : undefined
  return (
    <Screen
      {...(status === undefined ? {} : { mark: status })}
      title={title}
      degrees={50}
      actions={
        <Button variant="primary" size="large" icon={RotateCw} busy={busy} onClick={onRetry}>
          {text('common.retry')}
        </Button>
      }
    >
      <p role="alert">{errorText(text, error)}</p>
      <p className="mt-2">{text('screen.serverError.text')}</p>
    </Screen>
  )
}

/** The router shows this when a screen throws an error. */
export function UnexpectedErrorScreen() {
  const text = useText()
  usePageTitle(text('screen.unexpected.title'))
  return (
    <Screen
      title={text('screen.unexpected.title')}
      degrees={85}
      actions={
        <>
          <Button variant="primary" size="large" icon={RotateCw} onClick={() => window.location.reload()}>
            {text('screen.reload')}
          </Button>
          <a href={PANEL_ADDRESSES.turbines} className={buttonClass('outline', 'large')}>
            {text('screen.toDashboard')}
          </a>
        </>
      }
    >
      <p role="alert">{text('screen.unexpected.text')}</p>
    </Screen>
  )
}
