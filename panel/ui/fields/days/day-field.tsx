import { Field } from '@base-ui/react/field'
import { useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { type DayBounds, parseDay, TYPED_DAYS, typedDay } from '#domain/time/typed-day.ts'
import { useText } from '#panel/words/use-text.ts'
import { CONTROL_CLASS, FieldFrame, type FieldProps } from '../field.tsx'
import { DayButton, type OpenCalendar } from './day-button.tsx'
import { opensCalendar } from './day-of-key.ts'
import { useDayFault } from './use-day-fault.ts'
import { useFieldLeave } from './use-field-leave.ts'

interface DayFieldProps extends FieldProps {
  /** A day such as `2026-11-21`, or what is typed and is no day; empty if nothing is typed. */
  value: string
  onChange: (value: string) => void
  /** The first and the last day that the calendar offers and the field takes. */
  bounds?: DayBounds
  /** True once the form has been sent: the field then says what is wrong with its text. It also does when the user leaves it. */
  showsFault?: boolean
}

/** A field for a day, typed in the order of the panel's language or chosen in a calendar. What is typed stays, also if it is no day. */
export function DayField(props: DayFieldProps) {
  const { value, onChange, bounds = TYPED_DAYS, showsFault = false, ...field } = props
  const { error, required = false } = field
  const text = useText()
  const { locale } = useIntl()
  const faultOf = useDayFault(bounds)
  const frame = useRef<HTMLDivElement>(null)
  const calendar = useRef<OpenCalendar>(null)
  /** What is typed since the field has the focus. */
  const [typed, setTyped] = useState<string>()
  /** True after the user has left the field with something typed. */
  const [isLeft, setLeft] = useState(false)
  const leave = useFieldLeave(() => {
    if (typed !== undefined) setLeft(true)
    setTyped(undefined)
  })
  const day = parseDay(value)
  // What the form says about a day, such as that it is in another year, is better than what the bounds say.
  const own = showsFault || isLeft || error !== undefined ? faultOf(value) : undefined
  const shownError = day === undefined ? (own ?? error) : (error ?? own)

  function shownText(): string {
    if (typeof day !== 'string') return value
    return typed !== undefined && parseDay(typed) === day ? typed : typedDay(locale, day)
  }
  function type(next: string) {
    setTyped(next)
    onChange(parseDay(next) ?? (next.trim() === '' ? '' : next))
  }
  function choose(next: string) {
    setTyped(undefined)
    onChange(next)
  }

  return (
    <FieldFrame {...field} error={shownError} required={required}>
      <div ref={frame} className="relative">
        <Field.Control
          autoComplete="off"
          placeholder={text('field.day.placeholder')}
          aria-required={required || undefined}
          value={shownText()}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onKeyDown={(event) => opensCalendar(event) && calendar.current?.open()}
          {...leave}
          className={`${CONTROL_CLASS} pr-10 pl-3 tabular-nums`}
        />
        <div className="absolute inset-y-0 right-0 flex">
          <DayButton
            ref={calendar}
            name={field.label}
            anchor={frame}
            day={day ?? undefined}
            bounds={bounds}
            onChoose={choose}
            onClear={required ? undefined : () => choose('')}
          />
        </div>
      </div>
    </FieldFrame>
  )
}
