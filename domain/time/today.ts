import { line } from '#domain/text/text.ts'

/**
 * The product's calendar. A day, month or year of "now" or of a stored time is that of a time zone: of the record's company, else of the
 * caller's. The clock's own zone, of a server or browser, decides nothing.
 *
 * @see docs/decisions/panel/one-today.md
 */

/** The default time zone of a company, and of everything without one. */
export const DEFAULT_TIME_ZONE = 'Europe/Istanbul'

const DAY_MS = 24 * 60 * 60 * 1000

/** True for an IANA name known to this runtime, such as `Europe/Istanbul`, and for aliases, such as `Turkey`. */
export function isTimeZone(name: string): boolean {
  // `Intl` takes offsets such as `+03:00` as well; they have no summer time.
  if (!/^[a-z][\w+/-]*$/i.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** The name of a time zone, such as `Europe/Istanbul`. */
export const TimeZone = line(60).refine(isTimeZone, { error: 'invalid_time_zone' })

/** The wall clock of a zone. */
interface WallClock {
  year: number
  /** From 1 to 12. */
  month: number
  day: number
}

/** The cached formats; making one is much slower than using it. There are about 600 zone names. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** An unknown zone counts as the default: a browser can be older than the server. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
    timeZone: knownTimeZone(timeZone),
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  })
  formats.set(timeZone, format)
  return format
}

/** The zone, or the default if this runtime does not know it. */
export function knownTimeZone(timeZone: string): string {
  return isTimeZone(timeZone) ? timeZone : DEFAULT_TIME_ZONE
}

function wallClock(timeZone: string, at: Date | string | number): WallClock {
  const parts = formatOf(timeZone).formatToParts(new Date(at))
  const value = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value)
  return { year: value('year'), month: value('month'), day: value('day') }
}

/** The day of a time in a zone, such as `2026-11-21`. @param at a time, in ISO 8601 or in milliseconds too */
export function dayIn(timeZone: string, at: Date | string | number): string {
  const { year, month, day } = wallClock(timeZone, at)
  return `${String(year).padStart(4, '0')}-${pad(month)}-${pad(day)}`
}

/** Today in a zone, such as `2026-11-21`. */
export function todayIn(timeZone: string, now = new Date()): string {
  return dayIn(timeZone, now)
}

/** The year of a time in a zone. */
export function yearIn(timeZone: string, at: Date | string | number = new Date()): number {
  return wallClock(timeZone, at).year
}

/** The month of a time in a zone, from 1 to 12. */
export function monthIn(timeZone: string, at: Date | string | number): number {
  return wallClock(timeZone, at).month
}

/** The hour of a time in a zone, from 0 to 23. */
export function hourIn(timeZone: string, at: Date | string | number): number {
  const hours = new Intl.DateTimeFormat('en', {
    timeZone: knownTimeZone(timeZone),
    hour: 'numeric',
    hourCycle: 'h23',
  })
  return Number(hours.format(new Date(at)))
}

/** The year of a day such as `2026-11-21`. */
export function yearOf(day: string): number {
  return Number(day.slice(0, 4))
}

/** The day some days after another one. @param days negative for an earlier day */
export function laterDay(day: string, days: number): string {
  return isoDay(Date.parse(day) + days * DAY_MS)
}

/** The month some months after that of a day, such as `2026-11`. */
export function laterMonth(day: string, months: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return isoDay(Date.UTC(year, month - 1 + months, 1)).slice(0, 7)
}

/** The first day of a month, for its name: as a calendar day in UTC. @param month from 1 to 12 */
export function monthAsDate(year: number, month: number): Date {
  return new Date(Date.UTC(year, month - 1, 1))
}

/** The first moment of a day in a zone. It is not always midnight: some zones change to summer time then. */
export function startOfDay(timeZone: string, day: string): Date {
  // No zone is more than 15 hours from UTC.
  let before = Date.parse(day) - 15 * 60 * 60 * 1000
  let at = before + 2 * DAY_MS
  while (at - before > 1) {
    const middle = Math.floor((before + at) / 2)
    if (dayIn(timeZone, middle) < day) before = middle
    else at = middle
  }
  return new Date(at)
}

function isoDay(utc: number): string {
  return new Date(utc).toISOString().slice(0, 10)
}

function pad(number: number): string {
  return String(number).padStart(2, '0')
}
