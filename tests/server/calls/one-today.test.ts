import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Finding, FleetFinding } from '#domain/findings/finding.ts'
import type { FindingSummary } from '#domain/findings/finding-summary.ts'
import type { Photo } from '#domain/photo.ts'
import { type Client, signInAs } from '../../support/accounts.ts'
import { jpeg, makeCompany, makeTurbine, readData } from '../../support/builders.ts'
import { addFinding } from '../../support/finding-setup.ts'
import { TestApp } from '../../support/test-app.ts'

/** Half past midnight of 1 January in Istanbul; half past ten in the morning in Auckland, half past one on 31 December in Los Angeles. */
const NEW_YEAR = '2026-12-31T21:30:00.000Z'

const DAYS = {
  'Europe/Istanbul': '2027-01-01',
  'America/Los_Angeles': '2026-12-31',
  'Pacific/Auckland': '2027-01-01',
} as const
type Zone = keyof typeof DAYS
const ZONES = Object.keys(DAYS) as Zone[]

let testApp: TestApp
let superadmin: Client
const turbines = {} as Record<Zone, number>

const formerZone = process.env.TZ
afterEach(() => {
  vi.useRealTimers()
  if (formerZone === undefined) delete process.env.TZ
  else process.env.TZ = formerZone
})

beforeAll(async () => {
  vi.useFakeTimers({ now: new Date(NEW_YEAR), toFake: ['Date'] })
  testApp = await TestApp.open()
  superadmin = await signInAs(testApp, 'superadmin')
  for (const time_zone of ZONES) {
    const company = await makeCompany(testApp)
    await superadmin.json('PUT', `/api/companies/${company}`, { time_zone })
    turbines[time_zone] = await makeTurbine(testApp, { company_id: company })
  }
})
afterAll(() => testApp[Symbol.asyncDispose]())

let names = 0

describe.each(['UTC', 'America/Los_Angeles', 'Asia/Istanbul'])('on a server in %s', (serverZone) => {
  function atNewYear() {
    process.env.TZ = serverZone
    vi.useFakeTimers({ now: new Date(NEW_YEAR), toFake: ['Date'] })
  }

  it.each(ZONES)('a finding without day and year gets those of its company in %s', async (zone) => {
    atNewYear()
    const { year, found_on } = await addFinding(superadmin, turbines[zone])
    expect([year, found_on]).toEqual([Number(DAYS[zone].slice(0, 4)), DAYS[zone]])
  })

  it.each(ZONES)('a photo without a year, and its finding, get those of its company in %s', async (zone) => {
    atNewYear()
    const name = `${++names}.jpg`
    const uploaded = await superadmin.upload(turbines[zone], { [name]: await jpeg() })
    const [photo] = await readData<Photo[]>(uploaded)
    expect(photo).toMatchObject({
      upload_date: NEW_YEAR,
      year: Number(DAYS[zone].slice(0, 4)),
      month: Number(DAYS[zone].slice(5, 7)),
    })
    // A year later the finding still has the day of the upload in the zone of the company.
    vi.setSystemTime('2028-02-01T12:00:00Z')
    const later = await signInAs(testApp, 'superadmin')
    const finding = await addFinding(later, turbines[zone], { photo_id: photo?.id })
    expect(finding.found_on).toBe(DAYS[zone])
  })
})

it('answers with the time zone of the company wherever a viewer compares a day with today', async () => {
  for (const zone of ZONES) {
    const { turbine } = (await (await superadmin.get(`/api/turbines/${turbines[zone]}`)).json()) as {
      turbine: { time_zone: string }
    }
    expect(turbine.time_zone).toBe(zone)
    const ofTurbine = `?turbine_id=${turbines[zone]}`
    const findings = await readData<FleetFinding[]>(await superadmin.get(`/api/findings${ofTurbine}`))
    expect(new Set(findings.map(({ time_zone }) => time_zone))).toEqual(new Set([zone]))
    const { worst } = await readData<FindingSummary>(
      await superadmin.get(`/api/findings/summary${ofTurbine}`),
    )
    expect(worst).toEqual([expect.objectContaining({ turbine_id: turbines[zone], time_zone: zone })])
  }
})

it('answers an invalid time zone with a sentence, and changes nothing', async () => {
  const [company] = await readData<{ id: number; time_zone: string }[]>(
    await superadmin.get('/api/companies'),
  )
  const answer = await superadmin.json('PUT', `/api/companies/${company?.id}`, { time_zone: 'Europe/Ankara' })
  expect(await answer.json()).toMatchObject({
    error: 'validation_failed',
    issues: [{ path: 'time_zone', message: expect.stringContaining('Europe/Istanbul') }],
  })
  const after = await readData<{ id: number; time_zone: string }[]>(await superadmin.get('/api/companies'))
  expect(after.find(({ id }) => id === company?.id)).toEqual(company)
})

it('counts the deadline of a finding from its own day, over 29 February too', async () => {
  const add = async (found_on: string) =>
    (
      await addFinding(superadmin, turbines['Europe/Istanbul'], {
        found_on,
        year: Number(found_on.slice(0, 4)),
        severity: 2,
      })
    ).due_on as Finding['due_on']
  const company = await readData<{ id: number; time_zone: string }[]>(await superadmin.get('/api/companies'))
  for (const { id, time_zone } of company)
    if (time_zone === 'Europe/Istanbul')
      await superadmin.json('PUT', `/api/companies/${id}`, { deadline_2_months: 12 })
  expect(await add('2024-02-29')).toBe('2025-02-28')
  expect(await add('2023-02-28')).toBe('2024-02-28')
})
