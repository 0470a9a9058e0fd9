import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { COMMENT_MAX_LENGTH } from '#domain/limits.ts'
import { Button } from '#panel/ui/button.tsx'
import { TextAreaField } from '#panel/ui/fields/text-area-field.tsx'
import { useText } from '#panel/words/use-text.ts'

interface RemarkFormProps {
  /** What the remark is for, such as "Why is it sent back?". */
  label: string
  submitLabel: string
  value: string
  onChange: (typed: string) => void
  onSubmit: (remark: string) => void
  onCancel: () => void
}

/** The field for a remark that the team reads. Enter sends it, Shift and Enter begin a line, Escape closes the field and keeps the text. */
export function RemarkForm({ label, submitLabel, value, onChange, onSubmit, onCancel }: RemarkFormProps) {
  const text = useText()
  const field = useRef<HTMLTextAreaElement>(null)
  const [wasEmpty, setWasEmpty] = useState(false)
  const remark = value.trim()
  useEffect(() => field.current?.focus(), [])

  function submit() {
    setWasEmpty(remark === '')
    if (remark !== '' && remark.length <= COMMENT_MAX_LENGTH) onSubmit(remark)
  }

  function onKeyDown(event: KeyboardEvent) {
    // Enter ends the text of an input method.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    submit()
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      className="grid gap-2 border-t border-hairline px-5 py-4"
    >
      <TextAreaField
        ref={field}
        label={label}
        hint={text('review.remark.hint')}
        value={value}
        error={errorOf()}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="flex justify-end gap-2">
        <Button size="small" onClick={onCancel}>
          {text('common.cancel')}
        </Button>
        <Button type="submit" variant="primary" size="small">
          {submitLabel}
        </Button>
      </div>
    </form>
  )

  function errorOf(): string | undefined {
    if (remark.length > COMMENT_MAX_LENGTH) return text('comments.tooLong', { max: COMMENT_MAX_LENGTH })
    return wasEmpty && remark === '' ? text('review.remark.required') : undefined
  }
}
