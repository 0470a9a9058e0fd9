import { Field } from '@base-ui/react/field'
import { Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useIntl } from 'react-intl'
import { parseNumber, type TypedNumber, typedText } from '#domain/text/typed-number.ts'
import { blockedProps } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'
import { CONTROL_CLASS, FieldFrame, type FieldProps } from './field.tsx'

interface NumberFieldProps extends FieldProps {
  /** The schema of the form refuses a text. */
  value: TypedNumber
  onChange: (value: TypedNumber) => void
  /** The minimum for the buttons and the arrow keys. The schema of the form validates typed values. */
  min?: number
  /** What an empty field means. */
  placeholder?: string
}

const STEP_CLASS =
  'grid w-9 cursor-pointer place-items-center text-ink-soft transition-colors hover:text-ink aria-disabled:cursor-default aria-disabled:opacity-40'

/** A field for a number, with a comma or a point as decimal sign, and with buttons to decrease and increase it. */
export function NumberField(props: NumberFieldProps) {
  const { value, onChange, min = Number.NEGATIVE_INFINITY, placeholder, required = false, ...field } = props
  const text = useText()
  const { locale } = useIntl()
  const [typed, setTyped] = useState('')
  const number = typeof value === 'number' ? value : null
  const least = number !== null && number <= min
  function shownText(): string {
    if (typeof value === 'string') return value
    if (parseNumber(typed) === value) return typed
    return value === null ? '' : typedText(locale, value)
  }
  function type(next: string) {
    setTyped(next)
    const parsed = parseNumber(next)
    onChange(parsed === undefined ? next : parsed)
  }
  function step(by: 1 | -1) {
    if (typeof value === 'string') return
    setTyped('')
    onChange(stepped(number, by, min))
  }
  function onKeyDown(event: KeyboardEvent) {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key] as 1 | -1 | undefined
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    step(by)
  }
  function whyBlocked(isEnd: boolean): string | undefined {
    if (typeof value === 'string') return text('blocked.noNumber')
    return isEnd ? text('blocked.least', { min }) : undefined
  }
  const buttons = [
    { by: -1, Icon: Minus, label: text('common.less', { name: field.label }), isEnd: least },
    { by: 1, Icon: Plus, label: text('common.more', { name: field.label }), isEnd: false },
  ] as const
  return (
    <FieldFrame {...field} required={required}>
      <div className="relative flex">
        <Field.Control
          inputMode="decimal"
          autoComplete="off"
          aria-required={required || undefined}
          placeholder={placeholder}
          value={shownText()}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onKeyDown={onKeyDown}
          className={`${CONTROL_CLASS} pr-18 pl-3`}
        />
        <div className="absolute inset-y-0 right-0 flex divide-x divide-hairline">
          {buttons.map(({ by, Icon, label, isEnd }) => (
            <button
              key={by}
              type="button"
              // The arrow keys do the same in the field.
              tabIndex={-1}
              aria-label={label}
              // The focus stays where it is.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => step(by)}
              {...blockedProps(whyBlocked(isEnd), label)}
              className={STEP_CLASS}
            >
              <Icon aria-hidden className="size-4" />
            </button>
          ))}
        </div>
      </div>
    </FieldFrame>
  )
}

/** One more or less, without the trace that binary fractions leave. An empty field begins at the minimum, or at 0. */
function stepped(value: number | null, by: 1 | -1, min: number): number {
  if (value === null) return Math.max(min, 0)
  return Math.max(min, Number((value + by).toFixed(6)))
}
