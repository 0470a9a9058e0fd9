import { ConfirmDialog } from '#panel/ui/dialogs/confirm-dialog.tsx'
import { saveFile } from '#panel/ui/save-file.ts'
import { useText } from '#panel/words/use-text.ts'

interface RecoveryCodesDialogProps {
  codes: string[]
  onClose: () => void
}

/** Shows the recovery codes, once. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const text = useText()
  return (
    <ConfirmDialog
      open
      tone="neutral"
      title={text('factor.codes.title')}
      confirmLabel={text('factor.codes.save')}
      cancelLabel={text('factor.codes.kept')}
      onConfirm={() =>
        saveFile(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }), 'kanat-recovery-codes.txt')
      }
      onCancel={onClose}
    >
      <p>{text('factor.codes.text')}</p>
      <ul className="mt-4 grid grid-cols-2 gap-x-4 gap-y-1.5 font-mono text-body text-ink">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}
