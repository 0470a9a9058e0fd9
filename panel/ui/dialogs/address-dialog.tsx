import { useState } from 'react'
import { ConfirmDialog } from '#panel/ui/dialogs/confirm-dialog.tsx'
import { useText } from '#panel/words/use-text.ts'

interface AddressDialogProps {
  title: string
  /** Says what the address is for. */
  text: string
  address: string
  onClose: () => void
}

/** Shows an address that nobody can read later, with a button that copies it. */
export function AddressDialog({ title, text: purpose, address, onClose }: AddressDialogProps) {
  const text = useText()
  const [isCopied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <ConfirmDialog
      open
      tone="neutral"
      title={title}
      confirmLabel={text(isCopied ? 'user.invitation.copied' : 'user.invitation.copy')}
      cancelLabel={text('user.invitation.close')}
      onConfirm={copy}
      onCancel={onClose}
    >
      <p>{purpose}</p>
      <p className="mt-3 rounded bg-surface-sunken px-3 py-2 font-mono text-note break-all text-ink select-all">
        {address}
      </p>
    </ConfirmDialog>
  )
}
