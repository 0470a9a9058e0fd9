import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'
import { Button } from '#panel/ui/button.tsx'
import { BACKDROP_CLASS, POPUP_CLASS, TITLE_CLASS } from '#panel/ui/dialog-parts.ts'
import { useText } from '#panel/words/use-text.ts'
import { useDialogTheme } from './dialog-theme.ts'
import { focusBack } from './focus-back.ts'

interface ConfirmDialogProps {
  open: boolean
  title: string
  children: ReactNode
  /** The text of the button that confirms. Without it, the dialog only says why the action is not possible. */
  confirmLabel: string | undefined
  /** The text of the cancel button; by default "Cancel". */
  cancelLabel?: string | undefined
  /** `danger` if the action deletes or discards something, otherwise `neutral`. */
  tone?: 'neutral' | 'danger'
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
  /** The element that gets the focus afterwards; by default the one that had it before. */
  finalFocus?: (() => HTMLElement | undefined) | undefined
}

/** Asks before an action that cannot be undone. Escape cancels. The cancel button has the focus first. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, children, confirmLabel, busy = false, onConfirm, onCancel, finalFocus } = props
  const look = props.tone === 'neutral' ? 'primary' : 'danger'
  const text = useText()
  const theme = useDialogTheme()
  const cancelLabel = props.cancelLabel ?? text('common.cancel')
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && !busy && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop forceRender className={BACKDROP_CLASS} />
        <AlertDialog.Popup
          data-theme={theme}
          finalFocus={() => focusBack(finalFocus?.())}
          className={`${POPUP_CLASS} w-[440px] p-6`}
        >
          <AlertDialog.Title className={TITLE_CLASS}>{title}</AlertDialog.Title>
          <AlertDialog.Description
            render={<div />}
            className="mt-2 text-body leading-6 break-words text-ink-soft"
          >
            {children}
          </AlertDialog.Description>
          <div className="mt-6 flex justify-end gap-2">
            <Button variant="outline" onClick={onCancel} blocked={busy ? text('blocked.sending') : undefined}>
              {cancelLabel}
            </Button>
            {confirmLabel !== undefined && (
              <Button variant={look} onClick={onConfirm} busy={busy}>
                {confirmLabel}
              </Button>
            )}
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
