import { ChevronLeft, ChevronRight } from 'lucide-react'
import { monthOf } from '#domain/time/month-days.ts'
import { laterMonth } from '#domain/time/today.ts'
import type { DayBounds } from '#domain/time/typed-day.ts'
import { IconButton } from '#panel/ui/button.tsx'
import { useDates } from '#panel/words/use-dates.ts'
import { useText } from '#panel/words/use-text.ts'
import { NativeSelect } from '../native-select.tsx'

interface CalendarMonthProps {
  /** Such as `2026-11`. */
  month: string
  bounds: DayBounds
  /** Called with a month that has days within the bounds. */
  onChange: (month: string) => void
}

const SELECT_CLASS = 'border-transparent bg-surface font-medium text-ink hover:border-hairline-strong'
const MONTHS = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'))

/** Chooses the month and the year of a calendar. */
export function CalendarMonth({ month, bounds, onChange }: CalendarMonthProps) {
  const text = useText()
  const dates = useDates()
  const [first, last] = [monthOf(bounds.min), monthOf(bounds.max)]
  const [year = '', number = ''] = month.split('-')
  const isOffered = (each: string) => each >= first && each <= last
  const [firstYear, lastYear] = [Number(first.slice(0, 4)), Number(last.slice(0, 4))]
  const years = Array.from({ length: lastYear - firstYear + 1 }, (_, index) => String(firstYear + index))
  const [earlier, later] = [laterMonth(`${month}-01`, -1), laterMonth(`${month}-01`, 1)]

  return (
    <div className="flex items-center gap-1">
      <IconButton
        label={text('field.day.earlierMonth')}
        icon={ChevronLeft}
        blocked={isOffered(earlier) ? undefined : text('field.day.noEarlierMonth')}
        onClick={() => onChange(earlier)}
      />
      <NativeSelect
        aria-label={text('field.day.month')}
        value={number}
        onChange={({ currentTarget }) => onChange(`${year}-${currentTarget.value}`)}
        frameClass="flex-1"
        className={`w-full ${SELECT_CLASS}`}
      >
        {MONTHS.filter((each) => isOffered(`${year}-${each}`)).map((each) => (
          <option key={each} value={each}>
            {dates.longMonthName(`${year}-${each}`)}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect
        aria-label={text('field.day.yearOfMonth')}
        value={year}
        onChange={({ currentTarget }) => onChange(nearest(`${currentTarget.value}-${number}`))}
        className={`tabular-nums ${SELECT_CLASS}`}
      >
        {years.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </NativeSelect>
      <IconButton
        label={text('field.day.laterMonth')}
        icon={ChevronRight}
        blocked={isOffered(later) ? undefined : text('field.day.noLaterMonth')}
        onClick={() => onChange(later)}
      />
    </div>
  )

  /** The month, or the nearest one with days within the bounds. */
  function nearest(each: string): string {
    if (each < first) return first
    return each > last ? last : each
  }
}
