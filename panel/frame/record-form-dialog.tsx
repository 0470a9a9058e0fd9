import type { ReactNode } from 'react'
import { FormDialog } from '#panel/ui/dialogs/form-dialog.tsx'
import { useText } from '#panel/words/use-text.ts'
import { ConflictChoice } from './conflict-choice.tsx'
import type { RecordForm } from './use-record-form.ts'

interface RecordFormDialogProps {
  form: RecordForm
  title: string
  /** The text of the submit button; by default "Save". */
  submitLabel?: string
  /** Why the form cannot be sent yet; undefined if it can. */
  submitBlocked?: string | undefined
  onClose: () => void
  /** How fields are called, and their values shown, if somebody else has changed them; not for a form that adds a record. */
  shown?: ShownFields
  /** The fields. */
  children: ReactNode
}

/** The label of each field, with a function for values that are no text. */
export type ShownFields = Record<string, string | [label: string, show: (value: never) => string]>

/** The dialog that adds or edits a record. */
export function RecordFormDialog(props: RecordFormDialogProps) {
  const { form, title, submitLabel, submitBlocked, onClose, shown = {}, children } = props
  const text = useText()
  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel ?? text('common.save')}
      submitBlocked={submitBlocked}
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
      failure={form.failure?.reason}
      failureTitle={form.failure?.title}
      onDismissFailure={form.dismissFailure}
    >
      {form.conflicts.length > 0 && (
        <ConflictChoice
          conflicts={form.conflicts}
          labelOf={(field) => [shown[field]].flat()[0] as string}
          showValue={showValue}
          currentOf={form.currentOf}
          onChoose={form.choose}
        />
      )}
      {children}
    </FormDialog>
  )

  function showValue(field: string, value: unknown): string {
    const known = shown[field]
    return Array.isArray(known) ? known[1](value as never) : String(value ?? '')
  }
}
