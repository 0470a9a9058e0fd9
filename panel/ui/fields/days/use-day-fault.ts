import { useIntl } from 'react-intl'
import { type DayBounds, dayFault, TYPED_DAYS, typedDay } from '#domain/time/typed-day.ts'
import { useText } from '#panel/words/use-text.ts'

/** Returns the function that says why a typed text is no day that the field takes; it returns undefined if there is no fault. */
export function useDayFault(bounds: DayBounds = TYPED_DAYS): (typed: string) => string | undefined {
  const text = useText()
  const { locale } = useIntl()
  return (typed) => {
    const fault = dayFault(typed, bounds)
    if (fault === undefined) return undefined
    if (fault === 'tooEarly') return text('field.day.tooEarly', { day: typedDay(locale, bounds.min) })
    if (fault === 'tooLate') return text('field.day.tooLate', { day: typedDay(locale, bounds.max) })
    return text(`field.day.${fault}`)
  }
}
