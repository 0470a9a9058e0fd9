import { RotateCw } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'
import { Button, buttonClass } from '#panel/ui/button.tsx'
import { TITLE_CLASS } from '#panel/ui/dialog-parts.ts'
import { EmptyState } from '#panel/ui/empty-state.tsx'
import { Screen } from '#panel/ui/screen.tsx'
import { type Text, useText } from '#panel/words/use-text.ts'
import { ScriptError } from './late-script.ts'
import { reloadIfOutdated, type VersionOnServer } from './new-version.ts'

/** In the place of the part, as a dialog above the page, as a whole page, or not at all. */
export type FailureShape = 'place' | 'dialog' | 'page' | 'nothing'

interface PartFailureProps {
  error: unknown
  shape: FailureShape
  onRetry: () => void
  onClose?: (() => void) | undefined
}

/** Says that a part could not be loaded or shown, and what the user can do. */
export function PartFailure({ error, shape, onRetry, onClose }: PartFailureProps) {
  const text = useText()
  const version = useVersion(error, shape)
  if (shape === 'nothing') return null
  const words = failureWords(text, { error, shape, version })
  const isNew = version === 'new'
  // Some browsers remember the address of a script that could not be loaded. Then only a reload helps.
  const offersReload = version === 'same' && isRepeated(error)
  const reload = () => window.location.reload()
  const action = (size: 'large' | 'medium') => (
    <>
      {offersReload && (
        <Button size={size} onClick={reload}>
          {text('screen.reload')}
        </Button>
      )}
      <Button variant="primary" size={size} icon={RotateCw} onClick={isNew ? reload : onRetry}>
        {text(isNew ? 'screen.reload' : 'common.retry')}
      </Button>
    </>
  )
  if (shape === 'page') {
    return (
      <Screen
        title={words.title}
        degrees={85}
        actions={
          <>
            {action('large')}
            <Link to={PANEL_ADDRESSES.turbines} className={buttonClass('outline', 'large')}>
              {text('screen.toDashboard')}
            </Link>
          </>
        }
      >
        <p role="alert">{words.reason}</p>
      </Screen>
    )
  }
  if (shape === 'dialog') {
    return (
      <FailureDialog title={words.title} action={action('medium')} onClose={onClose}>
        {words.reason}
      </FailureDialog>
    )
  }
  return (
    <EmptyState
      alert
      compact
      title={words.title}
      action={<div className="flex gap-2">{action('medium')}</div>}
    >
      {words.reason}
    </EmptyState>
  )
}

/** The version on the server, after a script could not be loaded. A page has nothing to lose, so a new version loads at once. */
function useVersion(error: unknown, shape: FailureShape): VersionOnServer {
  const [version, setVersion] = useState<VersionOnServer>('unknown')
  useEffect(() => {
    if (!(error instanceof ScriptError)) return
    let isOver = false
    void error.version.then((found) => {
      if (isOver) return
      setVersion(found)
      if (shape === 'page') reloadIfOutdated()
    })
    return () => {
      isOver = true
    }
  }, [error, shape])
  return version
}

function isRepeated(error: unknown): boolean {
  return error instanceof ScriptError && error.failures > 1
}

interface Failure {
  error: unknown
  shape: FailureShape
  version: VersionOnServer
}

function failureWords(text: Text, { error, shape, version }: Failure) {
  if (error instanceof ScriptError && version === 'new')
    return { title: text('part.newVersion'), reason: text('part.newVersion.text') }
  const kind = error instanceof ScriptError ? 'part.notLoaded' : 'part.broken'
  return { title: text(shape === 'page' ? `${kind}.page` : kind), reason: text(`${kind}.text`) }
}

interface FailureDialogProps {
  title: string
  action: ReactNode
  onClose: (() => void) | undefined
  children: ReactNode
}

/** A dialog of the browser, because the script of the panel's dialogs may be the one that is missing. */
function FailureDialog({ title, action, onClose, children }: FailureDialogProps) {
  const text = useText()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  // The screen below has shortcuts of its own.
  const keepKey = (event: KeyboardEvent) => event.stopPropagation()
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onKeyDown={keepKey}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
      className="m-auto w-[440px] max-w-[calc(100vw-3rem)] rounded border border-hairline bg-surface p-6 text-ink shadow-raised backdrop:bg-lightbox/60"
    >
      <h2 id={id} className={TITLE_CLASS}>
        {title}
      </h2>
      <p role="alert" className="mt-2 text-body leading-6 text-ink-soft">
        {children}
      </p>
      <div className="mt-6 flex justify-end gap-2">
        {onClose && (
          <Button variant="outline" onClick={onClose}>
            {text('common.dismiss')}
          </Button>
        )}
        {action}
      </div>
    </dialog>
  )
}
