import { useText } from '#panel/words/use-text.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface LeaveDialogProps {
  open: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before files that wait, or are on their way, are left behind. */
export function LeaveDialog(props: LeaveDialogProps) {
  const text = useText()
  return (
    <ConfirmDialog {...props} tone="neutral" title={text('leave.title')} confirmLabel={text('leave.confirm')}>
      {text('leave.text')}
    </ConfirmDialog>
  )
}
