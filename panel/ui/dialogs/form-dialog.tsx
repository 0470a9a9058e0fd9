import { Dialog } from '@base-ui/react/dialog'
import { type FormEventHandler, type ReactNode, type Ref, useRef } from 'react'
import { Banner } from '#panel/ui/banner.tsx'
import { Button } from '#panel/ui/button.tsx'
import { BACKDROP_CLASS, POPUP_CLASS, TITLE_CLASS } from '#panel/ui/dialog-parts.ts'
import { useText } from '#panel/words/use-text.ts'
import { useDialogTheme } from './dialog-theme.ts'
import { type DiscardWords, useDiscardQuestion } from './discard-question.tsx'
import { focusBack } from './focus-back.ts'
import { findFirstField, RestoredNote } from './restored-note.tsx'

interface FormDialogProps {
  title: string
  /** The text of the submit button. */
  submitLabel: string
  /** Why the form cannot be sent yet; undefined if it can. */
  submitBlocked?: string | undefined
  onSubmit: FormEventHandler
  onClose: () => void
  /** Forgets what was typed. Called before closing, after the user has agreed. */
  onDiscard: () => void
  /** True while the form shows what was typed before it was opened. */
  isRestored: boolean
  /** True while the form is being sent. It can then neither be closed nor sent again. */
  busy: boolean
  /** True when closing would lose typed text. A click outside then does not close the dialog; Escape and Cancel ask first. */
  dirty: boolean
  /** The question before closing a dirty dialog; by default the one about what was typed. */
  discardWords?: DiscardWords
  /** The error message for the whole form. */
  failure?: string | undefined
  /** Says what failed, above the error message. */
  failureTitle?: string | undefined
  onDismissFailure: () => void
  formRef: Ref<HTMLFormElement>
  /** The element that gets the focus afterwards; by default the one that had it before. */
  finalFocus?: (() => HTMLElement | undefined) | undefined
  /** For a table instead of fields. */
  isWide?: boolean
  /** The fields. */
  children: ReactNode
}

/**
 * A dialog with a form. It is open as long as it is mounted. The focus stays inside and returns to the element that opened it.
 */
export function FormDialog(props: FormDialogProps) {
  const { title, submitLabel, submitBlocked, onSubmit, onClose, onDiscard, busy, dirty } = props
  const { failure, failureTitle, onDismissFailure, formRef } = props
  const text = useText()
  const theme = useDialogTheme()
  const popup = useRef<HTMLDivElement>(null)
  const { close, question } = useDiscardQuestion(
    dirty,
    () => {
      onDiscard()
      onClose()
    },
    props.discardWords,
  )
  return (
    <Dialog.Root open onOpenChange={() => !busy && close()} disablePointerDismissal={dirty}>
      <Dialog.Portal>
        <Dialog.Backdrop className={BACKDROP_CLASS} />
        <Dialog.Popup
          ref={popup}
          data-theme={theme}
          finalFocus={() => focusBack(props.finalFocus?.())}
          initialFocus={props.isRestored ? () => findFirstField(popup.current) : true}
          className={`${POPUP_CLASS} flex max-h-[calc(100dvh-3rem)] ${props.isWide ? 'w-[1040px]' : 'w-[640px]'} flex-col`}
        >
          <form
            ref={formRef}
            onSubmit={onSubmit}
            noValidate
            className="grid min-h-0 grid-rows-[auto_1fr_auto]"
          >
            <Dialog.Title className={`${TITLE_CLASS} border-b border-hairline px-6 py-4 wrap-anywhere`}>
              {title}
            </Dialog.Title>
            <div className="grid content-start gap-x-4 gap-y-5 overflow-y-auto px-6 py-5 sm:grid-cols-2">
              {props.isRestored && (
                <div className="sm:col-span-2">
                  <RestoredNote onDiscard={onDiscard} />
                </div>
              )}
              {failure !== undefined && (
                <div className="sm:col-span-2">
                  <Banner tone="error" title={failureTitle ?? failure} onDismiss={onDismissFailure}>
                    {failureTitle !== undefined && failure}
                  </Banner>
                </div>
              )}
              {props.children}
            </div>
            <div className="flex justify-end gap-2 border-t border-hairline px-6 py-4">
              <Button onClick={close} blocked={busy ? text('blocked.sending') : undefined}>
                {text('common.cancel')}
              </Button>
              <Button type="submit" variant="primary" busy={busy} blocked={submitBlocked}>
                {submitLabel}
              </Button>
            </div>
          </form>
          {question}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
