import { laterDay, laterMonth } from './today.ts'

/** The content of a screen calendar. Weeks begin on Monday. */

const DAY_MS = 24 * 60 * 60 * 1000
const WEEK_DAYS = 7

/** The day of the week: 0 is Monday, 6 is Sunday. */
export function weekdayOf(day: string): number {
  // 1 January 1970 was a Thursday.
  const fromThursday = (Date.parse(day) / DAY_MS) % WEEK_DAYS
  return (fromThursday + WEEK_DAYS + 3) % WEEK_DAYS
}

/** The month of a day, such as `2026-11`. */
export function monthOf(day: string): string {
  return day.slice(0, 7)
}

/** The weeks of a month such as `2026-11`, from Monday to Sunday. Days of other months are null. */
export function weeksOf(month: string): (string | null)[][] {
  const first = `${month}-01`
  const weeks: (string | null)[][] = []
  let monday = laterDay(first, -weekdayOf(first))
  while (monthOf(monday) <= month) {
    const days = Array.from({ length: WEEK_DAYS }, (_, days) => laterDay(monday, days))
    weeks.push(days.map((day) => (monthOf(day) === month ? day : null)))
    monday = laterDay(monday, WEEK_DAYS)
  }
  return weeks
}

/** The same day some months later, clamped to the end of that month. @param months negative for an earlier month */
export function dayMonthsLater(day: string, months: number): string {
  return dayInMonth(laterMonth(day, months), day)
}

/** The same day number in a month such as `2026-02`, clamped to its end. */
export function dayInMonth(month: string, day: string): string {
  const last = laterDay(`${laterMonth(`${month}-01`, 1)}-01`, -1)
  const same = `${month}-${day.slice(8)}`
  return same < last ? same : last
}
