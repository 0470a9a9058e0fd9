import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dayMonthsLater, monthOf, weekdayOf, weeksOf } from '#domain/time/month-days.ts'
import { laterDay } from '#domain/time/today.ts'

it('gives the weeks of a month from Monday to Sunday', () => {
  const weeks = weeksOf('2026-11').map((week) => week.map((day) => day?.slice(8) ?? '..').join(' '))
  expect(weeks).toEqual([
    '.. .. .. .. .. .. 01',
    '02 03 04 05 06 07 08',
    '09 10 11 12 13 14 15',
    '16 17 18 19 20 21 22',
    '23 24 25 26 27 28 29',
    '30 .. .. .. .. .. ..',
  ])
  // The shortest month, which begins on a Monday.
  expect(weeksOf('2027-02')).toHaveLength(4)
})

it('has each day of a month once, in its column', () => {
  const month = fc
    .record({ year: fc.integer({ min: 1900, max: 2199 }), month: fc.integer({ min: 1, max: 12 }) })
    .map((date) => `${date.year}-${String(date.month).padStart(2, '0')}`)
  fc.assert(
    fc.property(month, (month) => {
      const days = weeksOf(month)
        .flat()
        .filter((day) => day !== null)
      expect(days[0]).toBe(`${month}-01`)
      expect(monthOf(laterDay(days.at(-1) ?? '', 1))).not.toBe(month)
      for (const [at, day] of days.entries()) expect(day).toBe(laterDay(`${month}-01`, at))
      for (const week of weeksOf(month)) {
        for (const [column, day] of week.entries()) if (day !== null) expect(weekdayOf(day)).toBe(column)
      }
    }),
  )
})

it.each([
  ['2026-11-21', 5],
  ['2026-11-23', 0],
  ['1970-01-01', 3],
  ['1969-12-31', 2],
  ['1961-04-12', 2],
])('knows the day of the week of %s', (day, weekday) => {
  expect(weekdayOf(day)).toBe(weekday)
})

it.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2026-03-31', -1, '2026-02-28'],
  ['2026-12-15', 1, '2027-01-15'],
  ['2028-02-29', 12, '2029-02-28'],
])('goes from %s %i months on to %s', (day, months, later) => {
  expect(dayMonthsLater(day, months)).toBe(later)
})
