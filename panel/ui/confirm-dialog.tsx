import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'
import { useText } from '#panel/words/use-text.ts'
import { Button } from './button.tsx'

interface ConfirmDialogProps {
  open: boolean
  title: string
  children: ReactNode
  confirmLabel: string
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
  /** What takes the focus afterwards; else what had it before. */
  finalFocus?: (() => HTMLElement | undefined) | undefined
}

/** Asks before something that cannot be undone. Escape and the first-focused button cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, children, confirmLabel, busy = false, onConfirm, onCancel, finalFocus } = props
  const text = useText()
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && !busy && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop
          forceRender
          className="fixed inset-0 z-dialog bg-viewer/60 transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <AlertDialog.Popup
          finalFocus={() => finalFocus?.() ?? true}
          className="fixed top-1/2 left-1/2 z-dialog w-[440px] max-w-[calc(100vw-3rem)] -translate-x-1/2 -translate-y-1/2 rounded border border-hairline bg-surface p-6 shadow-raised transition-[scale,opacity] data-ending-style:opacity-0 data-starting-style:scale-[0.98] data-starting-style:opacity-0"
        >
          <AlertDialog.Title className="text-title font-semibold tracking-tight text-ink">
            {title}
          </AlertDialog.Title>
          <AlertDialog.Description
            render={<div />}
            className="mt-2 text-body leading-6 break-words text-ink-soft"
          >
            {children}
          </AlertDialog.Description>
          <div className="mt-6 flex justify-end gap-2">
            <Button look="outline" onClick={onCancel} disabled={busy}>
              {text('common.cancel')}
            </Button>
            <Button look="danger" onClick={onConfirm} busy={busy}>
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
