import { useState } from 'react'
import { ConfirmDialog } from '#panel/ui/dialogs/confirm-dialog.tsx'
import { useText } from '#panel/words/use-text.ts'

interface InvitationLinkDialogProps {
  name: string
  address: string
  onClose: () => void
}

/** Shows the link of an invitation once, if the server sends no mail. */
export function InvitationLinkDialog({ name, address, onClose }: InvitationLinkDialogProps) {
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
      title={text('user.invitation.title')}
      confirmLabel={text(isCopied ? 'user.invitation.copied' : 'user.invitation.copy')}
      cancelLabel={text('user.invitation.close')}
      onConfirm={copy}
      onCancel={onClose}
    >
      <p>{text('user.invitation.text', { name })}</p>
      <p className="mt-3 rounded bg-surface-sunken px-3 py-2 font-mono text-note break-all text-ink select-all">
        {address}
      </p>
    </ConfirmDialog>
  )
}
