import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { COMMENT_TYPED_MAX_LENGTH } from '#domain/limits.ts'
import { Button } from '#panel/ui/button.tsx'
import { isBehindModal } from '#panel/ui/dialogs/behind-modal.ts'
import { TextAreaField } from '#panel/ui/fields/text-area-field.tsx'
import { useText } from '#panel/words/use-text.ts'
import { useCommentMaxLength } from './comment-drafts.tsx'

interface CommentFieldProps {
  label: string
  value: string
  onChange: (typed: string) => void
  submitLabel: string
  onSubmit: (comment: string) => void
  busy: boolean
  /** True if the comment cannot be sent any more; the text can still be copied. */
  closed?: boolean
  /** Gives the field the focus when it appears. */
  takesFocus?: boolean
  /** A message above the field. */
  notice?: ReactNode
  /** A choice at the left of the buttons. */
  below?: ReactNode
  /** Buttons before the submit button. */
  children?: ReactNode
}

/** The field for a new or an edited comment, with the number of its characters where few are allowed. Ctrl or ⌘ and Enter send it. */
export function CommentField(props: CommentFieldProps) {
  const {
    label,
    value,
    onChange,
    submitLabel,
    onSubmit,
    busy,
    closed = false,
    notice,
    below,
    children,
  } = props
  const text = useText()
  const field = useRef<HTMLTextAreaElement>(null)
  const max = useCommentMaxLength()
  const comment = value.trim()
  const isCounted = max === COMMENT_TYPED_MAX_LENGTH || comment.length > max
  const isTooLong = comment.length > max
  const canSubmit = comment !== '' && !isTooLong && !busy && !closed

  const wantsFocus = useRef(props.takesFocus ?? false)
  // The pressed button is disabled while the request runs, so it loses the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves when the request begins, and when the field appears
  useEffect(() => {
    const area = field.current
    if (wantsFocus.current && area && !isBehindModal(area)) {
      area.focus()
      area.setSelectionRange(area.value.length, area.value.length)
    }
    wantsFocus.current = false
  }, [busy])

  function submit() {
    if (!canSubmit) return
    wantsFocus.current = true
    onSubmit(comment)
  }

  function whyBlocked(): string | undefined {
    if (isTooLong) return text('comments.tooLong', { max })
    return comment === '' ? text('blocked.emptyComment') : undefined
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    submit()
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      className="grid gap-2"
    >
      {notice}
      <TextAreaField
        ref={field}
        label={label}
        value={value}
        readOnly={closed}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        error={isTooLong ? text('comments.tooLong', { max }) : undefined}
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        {below}
        <span className={`mr-auto text-caption ${isTooLong ? 'font-medium text-red' : 'text-ink-faint'}`}>
          {isCounted && text('comments.counter', { n: comment.length, max })}
        </span>
        {children}
        {!closed && (
          <Button type="submit" variant="primary" size="small" busy={busy} blocked={whyBlocked()}>
            {submitLabel}
          </Button>
        )}
      </div>
    </form>
  )
}
