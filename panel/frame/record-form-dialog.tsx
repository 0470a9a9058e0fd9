import type { ReactNode } from 'react'
import { FormDialog } from '#panel/ui/form-dialog.tsx'
import { useText } from '#panel/words/use-text.ts'
import type { RecordForm } from './use-record-form.ts'

interface RecordFormDialogProps {
  form: RecordForm
  title: string
  /** The text of the submit button; by default "Save". */
  submitLabel?: string
  onClose: () => void
  /** The fields. */
  children: ReactNode
}

/** The dialog that edits a record. */
export function RecordFormDialog({ form, title, submitLabel, onClose, children }: RecordFormDialogProps) {
  const text = useText()
  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel ?? text('common.save')}
      formRef={form.formRef}
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
      onClose={onClose}
      busy={form.busy}
      dirty={form.dirty}
      failure={form.failure}
      onDismissFailure={form.dismissFailure}
    >
      {children}
    </FormDialog>
  )
}
