import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod'
import { PASSWORD_MAX_LENGTH } from '#domain/limits.ts'
import { accountQuery, proveIdentity } from '#panel/data/account.ts'
import { RecordFormDialog } from '#panel/frame/record-form-dialog.tsx'
import { useRecordForm } from '#panel/frame/use-record-form.ts'
import { PasswordField } from '#panel/ui/fields/password-field.tsx'
import { TextField } from '#panel/ui/fields/text-field.tsx'
import { useText } from '#panel/words/use-text.ts'

const Typed = z.strictObject({ proof: z.string().min(1).max(PASSWORD_MAX_LENGTH) })

interface ProofDialogProps {
  onProved: () => void
  onClose: () => void
}

/** Asks for a proof of identity: a code of the authenticator app, or the password without one. */
export function ProofDialog({ onProved, onClose }: ProofDialogProps) {
  const text = useText()
  const hasTotp = useQuery(accountQuery).data?.has_totp ?? false
  const [shown, setShown] = useState(false)
  const form = useRecordForm({
    schema: Typed,
    record: { proof: '' },
    save: ({ proof }: z.infer<typeof Typed>) =>
      proveIdentity(hasTotp ? { code: proof } : { password: proof }),
    onSaved: onProved,
    words: { proof: 'field.required' },
    failed: 'proof.failed',
    draft: { never: 'It is a secret.' },
  })
  return (
    <RecordFormDialog
      form={form}
      title={text('proof.title')}
      submitLabel={text('proof.submit')}
      onClose={onClose}
    >
      <p className="text-body text-ink-soft sm:col-span-2">{text('proof.text')}</p>
      {hasTotp ? (
        <TextField label={text('factor.code')} autoComplete="one-time-code" {...form.text('proof')} />
      ) : (
        <PasswordField
          label={text('password.current')}
          autoComplete="current-password"
          shown={shown}
          onShownChange={setShown}
          {...form.text('proof')}
        />
      )}
    </RecordFormDialog>
  )
}
