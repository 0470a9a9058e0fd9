import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DueDate } from '#panel/findings/due-date.tsx'
import { PreferencesProvider } from '#panel/preferences/preferences-provider.tsx'
import { TimeZoneContext, useThisYear, useToday } from '#panel/words/time-zone.ts'
import { useDates } from '#panel/words/use-dates.ts'
import { mount } from '../panel-screen.tsx'

let screen: ReturnType<typeof mount>
const formerZone = process.env.TZ

beforeEach(() => {
  screen = mount(null)
})
afterEach(() => {
  if (formerZone === undefined) delete process.env.TZ
  else process.env.TZ = formerZone
})

/** Shows today, this year and a time of each screen. */
function Screen() {
  const dates = useDates()
  return `${useToday()} ${useThisYear()} ${dates.dayAndTimeOf('2026-12-31T21:30:00.000Z')}`
}

function show(timeZone: string, at: string) {
  vi.useFakeTimers({ now: new Date(at) })
  screen.show(
    <PreferencesProvider>
      <TimeZoneContext value={timeZone}>
        <Screen />
      </TimeZoneContext>
    </PreferencesProvider>,
  )
}

it.each(['UTC', 'America/Los_Angeles', 'Pacific/Auckland'])(
  'a browser in %s shows the day, the year and the times of the company',
  (browser) => {
    process.env.TZ = browser
    show('Europe/Istanbul', '2026-12-31T21:30:00.000Z')
    expect(screen.container.textContent).toBe('2027-01-01 2027 1 Oca 2027 00:30')
    show('America/Los_Angeles', '2026-12-31T21:30:00.000Z')
    expect(screen.container.textContent).toBe('2026-12-31 2026 31 Ara 2026 13:30')
  },
)

it('a page that stays open follows the day of the company', () => {
  show('Europe/Istanbul', '2026-12-31T20:59:30.000Z')
  expect(screen.container.textContent).toContain('2026-12-31 2026')
  act(() => vi.advanceTimersByTime(60_000))
  expect(screen.container.textContent).toContain('2027-01-01 2027')
})

it('a finding in a list over several companies is overdue by the day of its own company', () => {
  vi.useFakeTimers({ now: new Date('2026-12-31T21:30:00.000Z') })
  const due = { status: 'open', due_on: '2026-12-31', later_id: null } as const
  screen.show(
    <PreferencesProvider>
      <DueDate finding={{ ...due, time_zone: 'Europe/Istanbul' }} />
      <DueDate finding={{ ...due, time_zone: 'America/Los_Angeles' }} />
    </PreferencesProvider>,
  )
  expect(screen.container.textContent?.match(/31 Ara 2026(gecikti)?/g)).toEqual([
    '31 Ara 2026gecikti',
    '31 Ara 2026',
  ])
})
