import type { ReactNode } from 'react'
import { FormDialog } from '#panel/ui/dialogs/form-dialog.tsx'
import { useText } from '#panel/words/use-text.ts'
import type { RecordForm } from './use-record-form.ts'

interface RecordFormDialogProps {
  form: RecordForm
  title: string
  /** The text of the submit button; by default "Save". */
  submitLabel?: string
  /** True while the form cannot be sent yet. */
  submitDisabled?: boolean
  /** Says what failed, above the reason. */
  failureTitle?: string
  onClose: () => void
  /** The fields. */
  children: ReactNode
}

/** The dialog that adds or edits a record. */
export function RecordFormDialog(props: RecordFormDialogProps) {
  const { form, title, submitLabel, submitDisabled = false, failureTitle, onClose, children } = props
  const text = useText()
  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel ?? text('common.save')}
      submitDisabled={submitDisabled}
      formRef={form.formRef}
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
      onClose={onClose}
      onDiscard={form.discard}
      isRestored={form.isRestored}
      busy={form.busy}
      dirty={form.dirty}
      failure={form.failure}
      failureTitle={failureTitle}
      onDismissFailure={form.dismissFailure}
    >
      {children}
    </FormDialog>
  )
}
