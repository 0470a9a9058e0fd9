import { useId } from 'react'
import { COMMENT_AUDIENCES, type CommentAudience } from '#domain/comment.ts'
import { useText } from '#panel/words/use-text.ts'

interface AudienceChoiceProps {
  value: CommentAudience
  onChange: (value: CommentAudience) => void
  /** Why it cannot be changed now; undefined if it can. */
  blocked: string | undefined
}

/** Who reads a new comment: the team alone, or everybody who sees the turbine. It is one tab stop; arrow keys move inside. */
export function AudienceChoice({ value, onChange, blocked }: AudienceChoiceProps) {
  const text = useText()
  const name = useId()
  return (
    <fieldset
      disabled={blocked !== undefined}
      title={blocked}
      className="flex h-8 rounded border border-hairline bg-surface p-0.5 disabled:opacity-60"
    >
      <legend className="sr-only">{text('comments.audience')}</legend>
      {COMMENT_AUDIENCES.map((audience) => (
        <label
          key={audience}
          data-tooltip={text(`comments.audience.${audience}.note`)}
          className="relative grid cursor-pointer place-items-center rounded px-2.5 text-note text-ink-soft transition-colors hover:text-ink has-checked:bg-action-soft has-checked:font-medium has-checked:text-action has-focus-visible:outline-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            checked={audience === value}
            onChange={() => onChange(audience)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {text(`comments.audience.${audience}`)}
        </label>
      ))}
    </fieldset>
  )
}
