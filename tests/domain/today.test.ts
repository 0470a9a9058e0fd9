import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CompanyChange, CompanyDraft } from '#domain/company.ts'
import {
  dayIn,
  isTimeZone,
  laterDay,
  laterMonth,
  monthIn,
  startOfDay,
  todayIn,
  yearIn,
} from '#domain/time/today.ts'
import { InspectionDay, latestYear, Year } from '#domain/time/year.ts'
import { datesIn } from '#panel/words/use-dates.ts'
import { ReportWords } from '#server/features/inspections/description/report-words.ts'

/** Half past midnight of 1 January in Istanbul; the year before in UTC. */
const NEW_YEAR = '2026-12-31T21:30:00.000Z'

const formerZone = process.env.TZ
afterEach(() => {
  vi.useRealTimers()
  if (formerZone === undefined) delete process.env.TZ
  else process.env.TZ = formerZone
})

describe('the day of a time', () => {
  it.each([
    ['Europe/Istanbul', NEW_YEAR, '2027-01-01'],
    ['UTC', NEW_YEAR, '2026-12-31'],
    ['America/Los_Angeles', NEW_YEAR, '2026-12-31'],
    ['Asia/Istanbul', NEW_YEAR, '2027-01-01'],
    ['Europe/Istanbul', '2028-02-28T21:00:00Z', '2028-02-29'],
    ['Europe/Istanbul', '2028-02-29T20:59:59.999Z', '2028-02-29'],
    ['Europe/Istanbul', '2028-02-29T21:00:00Z', '2028-03-01'],
    // The clocks of Auckland change at three in the morning of 5 April and at two of 27 September 2026.
    ['Pacific/Auckland', '2026-04-04T10:59:59Z', '2026-04-04'],
    ['Pacific/Auckland', '2026-04-04T11:00:00Z', '2026-04-05'],
    ['Pacific/Auckland', '2026-04-05T11:59:59Z', '2026-04-05'],
    ['Pacific/Auckland', '2026-04-05T12:00:00Z', '2026-04-06'],
    // Those of Los Angeles at two on 8 March and on 1 November.
    ['America/Los_Angeles', '2026-03-09T06:59:59Z', '2026-03-08'],
    ['America/Los_Angeles', '2026-03-09T07:00:00Z', '2026-03-09'],
    ['America/Los_Angeles', '2026-11-02T07:59:59Z', '2026-11-01'],
    ['America/Los_Angeles', '2026-11-02T08:00:00Z', '2026-11-02'],
  ])('in %s at %s is %s', (zone, at, day) => {
    expect(dayIn(zone, at)).toBe(day)
    expect(yearIn(zone, at)).toBe(Number(day.slice(0, 4)))
    expect(monthIn(zone, at)).toBe(Number(day.slice(5, 7)))
  })

  it.each(['UTC', 'America/Los_Angeles', 'Asia/Istanbul'])('is the same in a process in %s', (zone) => {
    process.env.TZ = zone
    vi.useFakeTimers({ now: new Date(NEW_YEAR), toFake: ['Date'] })
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toMatch(/UTC|Los_Angeles|Istanbul/)
    expect(todayIn('Europe/Istanbul')).toBe('2027-01-01')
    expect(todayIn('America/Los_Angeles')).toBe('2026-12-31')
    // In Kiritimati the new year has begun, so its next year is 2028.
    expect(latestYear()).toBe(2028)
    expect([Year.safeParse(2028).success, Year.safeParse(2029).success]).toEqual([true, false])
    expect(InspectionDay.safeParse('2029-01-01').success).toBe(false)
  })

  it('is that of the default zone where the runtime does not know the zone', () => {
    expect(dayIn('Mars/Olympus', NEW_YEAR)).toBe('2027-01-01')
  })
})

describe('a day', () => {
  it('begins at the first moment that has it, at midnight or when the clocks change', () => {
    expect(startOfDay('Europe/Istanbul', '2026-11-22').toISOString()).toBe('2026-11-21T21:00:00.000Z')
    expect(startOfDay('America/Los_Angeles', '2026-03-09').toISOString()).toBe('2026-03-09T07:00:00.000Z')
    // In Cairo, 24 April 2026 began at one o'clock.
    expect(startOfDay('Africa/Cairo', '2026-04-24').toISOString()).toBe('2026-04-23T22:00:00.000Z')
  })

  it('has days and months after and before it', () => {
    expect([laterDay('2028-02-28', 1), laterDay('2027-02-28', 1), laterDay('2027-01-01', -1)]).toEqual([
      '2028-02-29',
      '2027-03-01',
      '2026-12-31',
    ])
    expect([laterMonth('2026-11-30', 3), laterMonth('2027-01-31', -1)]).toEqual(['2027-02', '2026-12'])
  })
})

const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'), 'Asia/Istanbul', 'Turkey')
const time = fc.date({ min: new Date('2015-01-01'), max: new Date('2040-12-31'), noInvalidDate: true })

describe('at any time in any zone', () => {
  it('panel and report name the same day, in a process in any zone', () => {
    const words = { tr: new ReportWords('tr'), en: new ReportWords('en') }
    fc.assert(
      fc.property(zone, time, zone, (of, at, process_) => {
        process.env.TZ = process_
        const day = dayIn(of, at)
        for (const language of ['tr', 'en'] as const) {
          const dates = datesIn(language, of)
          const named = dates.longDayOf(at)
          expect(dates.longDay(day)).toBe(named)
          expect(words[language].dayOf(at.toISOString(), of)).toBe(named)
          expect(words[language].day(day)).toBe(named)
        }
      }),
    )
  })

  it('a time is between the beginnings of its day and of the next day', () => {
    fc.assert(
      fc.property(zone, time, (of, at) => {
        const day = dayIn(of, at)
        expect(startOfDay(of, day).getTime()).toBeLessThanOrEqual(at.getTime())
        expect(startOfDay(of, laterDay(day, 1)).getTime()).toBeGreaterThan(at.getTime())
      }),
    )
  })
})

describe('the time zone of a company', () => {
  it('is a name of the IANA database, also another name of a zone', () => {
    for (const name of [...Intl.supportedValuesOf('timeZone'), 'Asia/Istanbul', 'Turkey', 'UTC'])
      expect([name, isTimeZone(name)]).toEqual([name, true])
    for (const name of ['', '+03:00', 'Europe/Ankara', 'Istanbul time', 'Z', '../zone', 'UTC+3'])
      expect([name, CompanyChange.safeParse({ time_zone: name }).success]).toEqual([name, false])
  })

  it('is Europe/Istanbul for a new company that names none', () => {
    expect(CompanyDraft.parse({ name: 'Bora' }).time_zone).toBe('Europe/Istanbul')
    expect(CompanyChange.parse({ name: 'Bora' })).toEqual({ name: 'Bora' })
  })
})

it('no statement of the database asks for the day of the database server', () => {
  const root = join(import.meta.dirname, '../..')
  const sources = globSync(['server/**/*.{ts,sql}', 'tools/demo/**/*.ts'], { cwd: root })
  expect(sources.length).toBeGreaterThan(100)
  const asking = sources.filter((path) =>
    /current_date|current_timestamp|localtime|\bdate\('now'|date_trunc\('day'/i.test(
      readFileSync(join(root, path), 'utf8'),
    ),
  )
  expect(asking).toEqual([])
})
