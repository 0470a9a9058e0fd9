import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { dayInMonth, monthOf, weeksOf } from '#domain/time/month-days.ts'
import { yearOf } from '#domain/time/today.ts'
import type { DayBounds } from '#domain/time/typed-day.ts'
import { useDates } from '#panel/words/use-dates.ts'
import { CalendarMonth } from './calendar-month.tsx'
import { clampDay, dayOfKey } from './day-of-key.ts'

interface DayCalendarProps {
  /** The chosen day. */
  day: string | undefined
  today: string
  bounds: DayBounds
  onChoose: (day: string) => void
}

/** Any Monday, for the names of the days of the week. */
const WEEK = ['01', '02', '03', '04', '05', '06', '07'].map((date) => `2024-01-${date}`)

/** A month as a grid of days. The grid is one tab stop: arrow keys, Home, End, Page Up and Page Down move inside it. */
export function DayCalendar({ day, today, bounds, onChoose }: DayCalendarProps) {
  const dates = useDates()
  const grid = useRef<HTMLTableElement>(null)
  const [active, setActive] = useState(() => clampDay(day ?? today, bounds))
  /** True if a key has moved to another day, which gets the focus once it is there. */
  const isMoved = useRef(false)
  const month = monthOf(active)
  const title = dates.month(yearOf(active), Number(month.slice(5)))

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another day gets the focus
  useEffect(() => {
    if (isMoved.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    isMoved.current = false
  }, [active])

  function onKeyDown(event: KeyboardEvent) {
    const reached = dayOfKey(active, event, bounds)
    if (reached === undefined) return
    event.preventDefault()
    isMoved.current = reached !== active
    setActive(reached)
  }

  return (
    <>
      <CalendarMonth
        month={month}
        bounds={bounds}
        onChange={(next) => setActive(clampDay(dayInMonth(next, active), bounds))}
      />
      <span aria-live="polite" className="sr-only">
        {title}
      </span>
      {/* The height of six weeks, so that the buttons stay where they are. */}
      <div className="min-h-64">
        <table
          ref={grid}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table of days is a grid in the pattern of ARIA
          role="grid"
          aria-label={title}
          onKeyDown={onKeyDown}
          className="w-full table-fixed border-collapse tabular-nums"
        >
          <thead>
            <tr>
              {WEEK.map((weekday) => (
                <th
                  key={weekday}
                  scope="col"
                  abbr={dates.weekdayName(weekday)}
                  className="h-9 text-caption font-medium text-ink-faint"
                >
                  {dates.shortWeekday(weekday)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeksOf(month).map((week) => (
              <tr key={week.find((each) => each !== null)}>
                {week.map((each, column) => (
                  <DayCell
                    key={WEEK[column]}
                    day={each}
                    isChosen={each === day}
                    isToday={each === today}
                    isActive={each === active}
                    isOffered={each !== null && each === clampDay(each, bounds)}
                    onChoose={onChoose}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

interface DayCellProps {
  /** Null for a day of another month. */
  day: string | null
  isChosen: boolean
  isToday: boolean
  /** True for the tab stop. */
  isActive: boolean
  isOffered: boolean
  onChoose: (day: string) => void
}

function DayCell({ day, isChosen, isToday, isActive, isOffered, onChoose }: DayCellProps) {
  const dates = useDates()
  if (day === null) return <td />
  const number = Number(day.slice(8))
  if (!isOffered)
    return (
      <td aria-disabled className="h-9 text-center text-body text-ink-faint line-through">
        {number}
      </td>
    )
  const look = isChosen
    ? 'bg-action font-medium text-on-action hover:bg-action-strong'
    : 'text-ink hover:bg-action-soft'
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a grid can be selected
    <td aria-selected={isChosen} className="p-0">
      <button
        type="button"
        tabIndex={isActive ? 0 : -1}
        aria-label={dates.weekday(day)}
        aria-current={isToday ? 'date' : undefined}
        onClick={() => onChoose(day)}
        className={`grid h-9 w-full cursor-pointer place-items-center rounded text-body transition-colors ${look} ${isToday ? 'font-semibold underline decoration-2 underline-offset-4' : ''}`}
      >
        {number}
      </button>
    </td>
  )
}
