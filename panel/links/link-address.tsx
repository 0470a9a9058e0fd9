import { useState } from 'react'
import { ConfirmDialog } from '#panel/ui/dialogs/confirm-dialog.tsx'
import { useText } from '#panel/words/use-text.ts'

/** Shows the address of a new link, which nobody can read later. */
export function LinkAddress({ address, onClose }: { address: string; onClose: () => void }) {
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
      title={text('links.share')}
      confirmLabel={text(isCopied ? 'user.invitation.copied' : 'user.invitation.copy')}
      cancelLabel={text('user.invitation.close')}
      onConfirm={copy}
      onCancel={onClose}
    >
      <p>{text('links.address')}</p>
      <p className="mt-3 rounded bg-surface-sunken px-3 py-2 font-mono text-note break-all text-ink select-all">
        {address}
      </p>
    </ConfirmDialog>
  )
}
