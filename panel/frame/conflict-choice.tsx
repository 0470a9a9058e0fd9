import { useId } from 'react'
import { useDates } from '#panel/words/use-dates.ts'
import { useText } from '#panel/words/use-text.ts'
import type { Conflict } from './conflicts.ts'

interface ConflictChoiceProps {
  conflicts: Conflict[]
  /** The label of a field. */
  labelOf: (field: string) => string
  /** A value as the form shows it. */
  showValue: (field: string, value: unknown) => string
  /** The present value of a field. */
  currentOf: (field: string) => unknown
  onChoose: (field: string, value: unknown) => void
}

/** Shows fields that somebody else has changed at the same time, and lets the user choose which value is saved. */
export function ConflictChoice({ conflicts, labelOf, showValue, currentOf, onChoose }: ConflictChoiceProps) {
  const text = useText()
  const dates = useDates()
  const id = useId()
  return (
    <section
      role="alert"
      aria-labelledby={id}
      className="grid gap-3 rounded border border-amber bg-amber-soft px-4 py-3 text-body text-ink sm:col-span-2"
    >
      <h3 id={id} className="font-semibold">
        {text('form.conflict')}
      </h3>
      <p className="text-note text-ink-soft">{text('form.conflict.text')}</p>
      {conflicts.map(({ field, mine, theirs, author }) => {
        const isTheirs = JSON.stringify(currentOf(field)) === JSON.stringify(theirs)
        const options = [
          { key: 'mine', value: mine, label: text('form.conflict.mine'), isChosen: !isTheirs },
          { key: 'theirs', value: theirs, label: theirsLabel(author), isChosen: isTheirs },
        ]
        return (
          <fieldset key={field} className="grid gap-1.5">
            <legend className="mb-1 text-note font-medium">{labelOf(field)}</legend>
            {options.map(({ key, value, label, isChosen }) => (
              <label key={key} className="flex cursor-pointer items-start gap-2">
                <input
                  type="radio"
                  name={`${id}-${field}`}
                  checked={isChosen}
                  onChange={() => onChoose(field, value)}
                  className="mt-1 size-4 shrink-0 cursor-pointer accent-action"
                />
                <span className="min-w-0 wrap-anywhere">
                  <span className="block">{showValue(field, value) || text('form.conflict.empty')}</span>
                  <span className="block text-note text-ink-soft">{label}</span>
                </span>
              </label>
            ))}
          </fieldset>
        )
      })}
    </section>
  )

  function theirsLabel(author: Conflict['author']): string {
    if (!author) return text('form.conflict.theirs')
    const at = dates.dayAndTimeOf(author.at)
    return author.user_name === ''
      ? text('form.conflict.theirsAt', { at })
      : text('form.conflict.theirsBy', { name: author.user_name, at })
  }
}
