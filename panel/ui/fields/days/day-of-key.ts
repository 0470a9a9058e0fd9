import type { KeyboardEvent } from 'react'
import { dayMonthsLater, weekdayOf } from '#domain/time/month-days.ts'
import { laterDay } from '#domain/time/today.ts'
import type { DayBounds } from '#domain/time/typed-day.ts'

type Press = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>

/**
 * The day that a key reaches in a calendar.
 *
 * @returns a day within the bounds; undefined for another key
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/dialog-modal/examples/datepicker-dialog/
 */
export function dayOfKey(day: string, press: Press, bounds: DayBounds): string | undefined {
  if (press.altKey || press.ctrlKey || press.metaKey) return undefined
  const reached = reach(day, press)
  return reached && clampDay(reached, bounds)
}

function reach(day: string, { key, shiftKey }: Press): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return laterDay(day, -1)
    case 'ArrowRight':
      return laterDay(day, 1)
    case 'ArrowUp':
      return laterDay(day, -7)
    case 'ArrowDown':
      return laterDay(day, 7)
    case 'Home':
      return laterDay(day, -weekdayOf(day))
    case 'End':
      return laterDay(day, 6 - weekdayOf(day))
    case 'PageUp':
      return dayMonthsLater(day, shiftKey ? -12 : -1)
    case 'PageDown':
      return dayMonthsLater(day, shiftKey ? 12 : 1)
    default:
      return undefined
  }
}

/** The day, or the nearest one within the bounds. */
export function clampDay(day: string, { min, max }: DayBounds): string {
  if (day < min) return min
  return day > max ? max : day
}

/** True for the key that opens a list under a field, too. */
export function opensCalendar({ key, altKey }: Press): boolean {
  return key === 'ArrowDown' && altKey
}
