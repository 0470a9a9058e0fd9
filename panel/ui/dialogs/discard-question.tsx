import { type ReactNode, useState } from 'react'
import { useText } from '#panel/words/use-text.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** Another question than that about what was typed. */
export interface DiscardWords {
  title: string
  text: string
  confirm: string
  stay: string
}

/**
 * Asks before closing a form loses what was typed.
 *
 * @param dirty true if something was typed; otherwise the form closes at once
 * @returns the function that closes the form, and the question, which must be rendered inside the dialog
 */
export function useDiscardQuestion(dirty: boolean, onDiscard: () => void, words?: DiscardWords) {
  const text = useText()
  const [isAsking, setAsking] = useState(false)
  const question: ReactNode = (
    <ConfirmDialog
      open={isAsking}
      title={words?.title ?? text('form.discard.title')}
      confirmLabel={words?.confirm ?? text('form.discard.confirm')}
      cancelLabel={words?.stay ?? text('form.discard.stay')}
      onConfirm={() => {
        setAsking(false)
        onDiscard()
      }}
      onCancel={() => setAsking(false)}
    >
      {words?.text ?? text('form.discard.text')}
    </ConfirmDialog>
  )
  return { close: () => (dirty ? setAsking(true) : onDiscard()), question }
}
