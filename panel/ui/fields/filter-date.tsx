import { useEffect, useId, useRef, useState } from 'react'
import { useText } from '#panel/words/use-text.ts'
import { FIRST_FILTER_DAY, isFilterDay, LAST_FILTER_DAY } from './filter-day.ts'

interface FilterDateProps {
  label: string
  /** A day such as `2026-11-21`; undefined if the filter is not set. */
  value: string | undefined
  /** Called with a whole day, and with undefined when the field has been emptied; never while a day is being typed. */
  onChange: (value: string | undefined) => void
}

/**
 * A toolbar filter for a day. An active filter has the colour of actions. The field itself keeps what is typed, because the address cannot
 * hold a day without its year, and a late answer of the address must not replace what has been typed since.
 */
export function FilterDate({ label, value, onChange }: FilterDateProps) {
  const text = useText()
  const faultId = useId()
  const input = useRef<HTMLInputElement>(null)
  /** What was passed to `onChange` and has not come back as `value` yet, the oldest first. */
  const passed = useRef<(string | undefined)[]>([])
  const [isPartial, setPartial] = useState(false)

  useEffect(() => {
    const isOwn = passed.current.includes(value)
    passed.current = isOwn ? passed.current.slice(passed.current.indexOf(value) + 1) : []
    if (isOwn || !input.current) return
    input.current.value = value ?? ''
    setPartial(false)
  }, [value])

  function read({ value: typed, validity }: HTMLInputElement) {
    setPartial(false)
    if (validity.badInput) return
    if (typed !== '' && !isFilterDay(typed)) return
    const next = typed || undefined
    if (next === (passed.current.length > 0 ? passed.current.at(-1) : value)) return
    passed.current.push(next)
    onChange(next)
  }

  const look =
    value === undefined
      ? 'border-hairline-strong/60 bg-surface text-ink hover:border-hairline-strong'
      : 'border-action bg-action-soft font-medium text-action'
  return (
    <div className="flex items-center gap-2">
      <label
        className={`flex h-control items-center gap-2 rounded border pl-3 text-body transition-colors focus-within:outline-2 focus-within:outline-focus has-aria-invalid:border-red ${look}`}
      >
        {label}
        <input
          ref={input}
          type="date"
          min={FIRST_FILTER_DAY}
          max={LAST_FILTER_DAY}
          data-empty={value === undefined && !isPartial}
          aria-invalid={isPartial || undefined}
          aria-describedby={isPartial ? faultId : undefined}
          onInput={({ currentTarget }) => read(currentTarget)}
          // The last part of a day that is removed changes no value, so it is no input for the browser.
          onKeyUp={({ currentTarget }) => read(currentTarget)}
          onBlur={({ currentTarget }) => {
            read(currentTarget)
            passed.current = []
            setPartial(!isDone(currentTarget))
          }}
          className="h-full rounded pr-2 outline-none"
        />
      </label>
      {isPartial && (
        <span id={faultId} className="text-note text-red">
          {text('filter.day.notWhole')}
        </span>
      )}
    </div>
  )
}

/** True for an empty field and for one with a whole day. */
function isDone({ validity }: HTMLInputElement): boolean {
  return !validity.badInput && !validity.rangeUnderflow && !validity.rangeOverflow
}
