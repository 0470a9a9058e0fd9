import { useMemo } from 'react'
import { encode } from 'uqr'
import { FactorCode } from '#domain/access/account.ts'
import { type ChangedFactors, confirmTotp } from '#panel/data/account.ts'
import { RecordFormDialog } from '#panel/frame/record-form-dialog.tsx'
import { useRecordForm } from '#panel/frame/use-record-form.ts'
import { TextField } from '#panel/ui/fields/text-field.tsx'
import { useText } from '#panel/words/use-text.ts'

interface TotpDialogProps {
  secret: string
  uri: string
  prove: <Answer>(change: () => Promise<Answer>) => Promise<Answer>
  onConfirmed: (changed: ChangedFactors) => void
  onClose: () => void
}

/** Shows the secret of an authenticator app once, and asks for its first code. */
export function TotpDialog({ secret, uri, prove, onConfirmed, onClose }: TotpDialogProps) {
  const text = useText()
  const form = useRecordForm({
    schema: FactorCode,
    record: { code: '' },
    save: ({ code }) => prove(() => confirmTotp(code)),
    onSaved: onConfirmed,
    words: { code: 'field.required' },
    refusals: { invalid_code: { field: 'code', message: 'factor.code.wrong' } },
    failed: 'factor.failed',
    draft: { never: 'A code works for a minute.' },
  })
  return (
    <RecordFormDialog
      form={form}
      title={text('factor.totp')}
      submitLabel={text('factor.totp.confirm')}
      onClose={onClose}
    >
      <QrCode content={uri} label={text('factor.totp.picture')} />
      <div className="grid content-start gap-5">
        <p className="text-body text-ink-soft">{text('factor.totp.text')}</p>
        <p className="rounded bg-surface-sunken px-3 py-2 font-mono text-body text-ink">
          {secret.replace(/.{4}(?=.)/g, '$& ')}
        </p>
        <TextField label={text('factor.code')} autoComplete="one-time-code" {...form.text('code')} />
      </div>
    </RecordFormDialog>
  )
}

/** A QR code, dark on light in both themes, as cameras expect it. */
function QrCode({ content, label }: { content: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { data, size } = encode(content, { border: 2 })
    const cells = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
    return { size, path: cells.join('') }
  }, [content])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      className="w-full max-w-64 rounded bg-white"
    >
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
