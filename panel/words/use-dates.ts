import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { knownTimeZone, monthAsDate, yearOf } from '#domain/time/today.ts'
import { useTimeZone } from './time-zone.ts'

const STYLES = {
  day: { day: 'numeric', month: 'short', year: 'numeric' },
  dayOfYear: { day: 'numeric', month: 'short' },
  longDay: { dateStyle: 'long' },
  weekday: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  monthName: { month: 'short' },
  longMonthName: { month: 'long' },
  weekdayName: { weekday: 'long' },
  shortWeekday: { weekday: 'short' },
  time: { timeStyle: 'short' },
  dayAndTime: { dateStyle: 'medium', timeStyle: 'short' },
  longDayAndTime: { dateStyle: 'long', timeStyle: 'short' },
  longDayAndSeconds: { dateStyle: 'long', timeStyle: 'medium' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>
type Style = keyof typeof STYLES

/** The formats that have been needed; a list of turbines has few zones and one style. */
const formats = new Map<string, Intl.DateTimeFormat>()

function format(locale: string, style: Style, timeZone: string, at: Date): string {
  const key = `${locale} ${style} ${timeZone}`
  let known = formats.get(key)
  if (!known) {
    const language = locale === 'en' ? 'en-GB' : locale
    known = new Intl.DateTimeFormat(language, { ...STYLES[style], timeZone: knownTimeZone(timeZone) })
    formats.set(key, known)
  }
  return known.format(at)
}

/** Days, months and times as words of a language. Those of stored times are in the time zone. */
export function datesIn(locale: string, timeZone: string) {
  /** A calendar day has no time zone, so it is written as a day in UTC. */
  const asDay = (style: Style) => (day: string) => format(locale, style, 'UTC', new Date(day))
  const asTime = (style: Style) => (at: string | Date) => format(locale, style, timeZone, new Date(at))
  return {
    /** A day such as `2026-11-21`: "21 Nov 2026". */
    day: asDay('day'),
    /** "21 Nov" in the year of `today`, else with its year. */
    nearDay: (day: string, today: string) => asDay(yearOf(day) === yearOf(today) ? 'dayOfYear' : 'day')(day),
    /** "21 November 2026". */
    longDay: asDay('longDay'),
    /** "Saturday 21 November 2026". */
    weekday: asDay('weekday'),
    /** The month of a year: "November 2026". @param month from 1 to 12 */
    month: (year: number, month: number) => format(locale, 'month', 'UTC', monthAsDate(year, month)),
    /** The short name of a month such as `2026-11`: "Nov". */
    monthName: (month: string) => format(locale, 'monthName', 'UTC', new Date(`${month}-01`)),
    /** The name of a month such as `2026-11`: "November". */
    longMonthName: (month: string) => format(locale, 'longMonthName', 'UTC', new Date(`${month}-01`)),
    /** The day of the week of a day: "Saturday". */
    weekdayName: asDay('weekdayName'),
    /** "Sat". */
    shortWeekday: asDay('shortWeekday'),
    /** The day of a time: "21 Nov 2026". */
    dayOf: asTime('day'),
    /** The day of a time: "21 November 2026". */
    longDayOf: asTime('longDay'),
    /** The time on the clock: "09:30". */
    timeOf: asTime('time'),
    /** "21 Nov 2026, 09:30". */
    dayAndTimeOf: asTime('dayAndTime'),
    /** "21 November 2026 at 09:30". */
    longDayAndTimeOf: asTime('longDayAndTime'),
    /** A time by a clock whose zone nobody knows, such as that of a camera: `2026-11-21T09:30:00` as it is. */
    clockTime: (at: string) => format(locale, 'longDayAndSeconds', 'UTC', new Date(`${at}Z`)),
  }
}

export type Dates = ReturnType<typeof datesIn>

/** The only way to write a day or a time in the panel. @param timeZone by default the one of the screen */
export function useDates(timeZone?: string): Dates {
  const { locale } = useIntl()
  const ofScreen = useTimeZone()
  const zone = timeZone ?? ofScreen
  return useMemo(() => datesIn(locale, zone), [locale, zone])
}
