import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { dayFault, parseDay, TYPED_DAYS, typedDay } from '#domain/time/typed-day.ts'
import { IconButton } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'
import { DayButton, type OpenCalendar } from './day-button.tsx'
import { opensCalendar } from './day-of-key.ts'
import { useDayFault } from './use-day-fault.ts'
import { useFieldLeave } from './use-field-leave.ts'

interface FilterDateProps {
  label: string
  /** A day such as `2026-11-21`; undefined if the filter is not set. */
  value: string | undefined
  /** Called with a whole day, and with undefined when the field has been emptied; never while a day is being typed. */
  onChange: (value: string | undefined) => void
}

/**
 * A toolbar filter for a day. An active filter has the colour of actions. The field itself keeps what is typed, because the address cannot
 * hold a part of a day, and a late answer of the address must not replace what has been typed since. Escape empties it.
 */
export function FilterDate({ label, value, onChange }: FilterDateProps) {
  const text = useText()
  const { locale } = useIntl()
  const faultOf = useDayFault()
  const faultId = useId()
  const frame = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const calendar = useRef<OpenCalendar>(null)
  /** What was passed to `onChange` and has not come back as `value` yet, the oldest first. */
  const passed = useRef<(string | undefined)[]>([])
  const [typed, setTyped] = useState(value ?? '')
  const [isTyping, setTyping] = useState(false)
  const leave = useFieldLeave(() => {
    passed.current = []
    setTyping(false)
  })
  const day = parseDay(typed)
  const fault = isTyping ? undefined : faultOf(typed)

  useEffect(() => {
    const isOwn = passed.current.includes(value)
    passed.current = isOwn ? passed.current.slice(passed.current.indexOf(value) + 1) : []
    if (isOwn) return
    setTyped(value ?? '')
    setTyping(false)
  }, [value])

  function set(next: string) {
    setTyped(next)
    const whole = parseDay(next)
    if (whole === undefined || dayFault(next) !== undefined) return
    const asked = whole ?? undefined
    if (asked === (passed.current.length > 0 ? passed.current.at(-1) : value)) return
    passed.current.push(asked)
    onChange(asked)
  }
  function clear() {
    set('')
    input.current?.focus()
  }
  function onKeyDown(event: KeyboardEvent) {
    if (opensCalendar(event)) calendar.current?.open()
    else if (event.key === 'Escape' && typed !== '') set('')
  }

  const look =
    value === undefined
      ? 'border-hairline-strong/60 bg-surface text-ink hover:border-hairline-strong'
      : 'border-action bg-action-soft font-medium text-action'
  return (
    <div className="flex items-center gap-2">
      <div
        ref={frame}
        className={`flex h-control items-center rounded border text-body transition-colors has-[input:focus]:outline-2 has-[input:focus]:outline-focus has-aria-invalid:border-red ${look}`}
      >
        <label className="flex h-full items-center gap-2 pl-3">
          {label}
          <input
            ref={input}
            autoComplete="off"
            placeholder={text('field.day.placeholder')}
            value={!isTyping && typeof day === 'string' ? typedDay(locale, day) : typed}
            aria-invalid={fault !== undefined || undefined}
            aria-describedby={fault === undefined ? undefined : faultId}
            onChange={({ currentTarget }) => {
              setTyping(true)
              set(currentTarget.value)
            }}
            onKeyDown={onKeyDown}
            {...leave}
            className="h-full w-24 rounded tabular-nums outline-none placeholder:font-normal placeholder:text-ink-faint"
          />
        </label>
        {typed !== '' && (
          <IconButton label={text('field.day.clear')} aria-description={label} icon={X} onClick={clear} />
        )}
        <DayButton
          ref={calendar}
          name={label}
          anchor={frame}
          day={day ?? undefined}
          bounds={TYPED_DAYS}
          onChoose={set}
          onClear={() => set('')}
        />
      </div>
      {fault !== undefined && (
        <span id={faultId} className="text-note text-red">
          {fault}
        </span>
      )}
    </div>
  )
}
