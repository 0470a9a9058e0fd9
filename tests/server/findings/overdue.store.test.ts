/** "Overdue" and "newest of its chain" are the same everywhere: on the page of a turbine, in lists, files and numbers, in every time zone. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { FINDING_STATUSES, type Finding, type ListedFinding, SIGHTINGS } from '#domain/findings/finding.ts'
import { historyOf } from '#domain/findings/finding-links.ts'
import {
  countDueBefore,
  dueOfTurbines,
  isNewest,
  isOverdue,
  isPast,
  isUnsolved,
  newestAfter,
} from '#domain/findings/finding-rules.ts'
import type { FindingSummary } from '#domain/findings/finding-summary.ts'
import { SEVERITIES } from '#domain/findings/finding-type.ts'
import { laterDay } from '#domain/time/today.ts'
import { exportFilter, filterFindings } from '../../../panel/findings/section/findings-of-year.ts'
import { type Client, signInAs } from '../../support/accounts.ts'
import { makeCompany, makeTurbine, readData } from '../../support/builders.ts'
import { findingsOf, sendFinding } from '../../support/finding-setup.ts'
import { TestApp } from '../../support/test-app.ts'

const NOW = '2026-11-20T11:30:00.000Z'
/** A day after which nothing of this test is soon. */
const SOON = '2026-11-22'
/** Today at that moment: in most zones, where the next day has begun, and where it is still the day before. */
const TODAYS = {
  'Europe/Istanbul': '2026-11-20',
  'Pacific/Kiritimati': '2026-11-21',
  'Etc/GMT+12': '2026-11-19',
}
const ZONES = Object.keys(TODAYS) as (keyof typeof TODAYS)[]

let testApp: TestApp
let superadmin: Client
const companies = {} as Record<keyof typeof TODAYS, number>
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) })
  testApp = await TestApp.open()
  superadmin = await signInAs(testApp, 'superadmin')
  for (const zone of ZONES) {
    companies[zone] = await makeCompany(testApp)
    await superadmin.json('PUT', `/api/companies/${companies[zone]}`, { time_zone: zone })
  }
})
afterAll(async () => {
  vi.useRealTimers()
  await testApp[Symbol.asyncDispose]()
})

const year = fc.constantFrom(2023, 2024, 2025, 2026)
const sighting = fc.record({
  year,
  month: fc.integer({ min: 1, max: 9 }),
  status: fc.constantFrom(...FINDING_STATUSES),
  severity: fc.constantFrom(null, ...SEVERITIES),
  /** How many days after today it is due, if somebody has set the day. */
  due: fc.option(fc.integer({ min: -2, max: 2 })),
  continues: fc.boolean(),
})

/** Adds findings that continue each other where the rules allow it. */
async function addAll(
  turbine: number,
  sightings: (typeof sighting extends fc.Arbitrary<infer One> ? One : never)[],
) {
  let earlier: number | null = null
  for (const { month, due, continues, ...fields } of sightings) {
    const body = {
      ...fields,
      found_on: `${fields.year}-0${month}-15`,
      ...(due === null ? {} : { own_due_on: laterDay(TODAYS['Europe/Istanbul'], due), due_reason: 'agreed' }),
      ...(continues && earlier !== null ? { earlier_id: earlier } : {}),
    }
    const answer = await sendFinding(superadmin, turbine, body)
    if (answer.status === 201) earlier = (await readData<Finding>(answer)).id
  }
}

const idsOf = (findings: { id: number }[]) => findings.map(({ id }) => id).sort((a, b) => a - b)
const list = async (query: string) =>
  idsOf(await readData<ListedFinding[]>(await superadmin.get(`/api/findings?${query}`)))
const linesOf = async (query: string) =>
  (await (await superadmin.get(`/api/findings.csv?${query}`)).text()).trim().split('\r\n').length - 1

it('is the same in every answer, for every time zone', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(sighting, { minLength: 3, maxLength: 9 }), async (sightings) => {
      for (const zone of ZONES) {
        const turbine = await makeTurbine(testApp, { company_id: companies[zone] })
        await addAll(turbine, sightings)
        const all = await readData<Finding[]>(await superadmin.get(findingsOf(turbine)))
        const of = `turbine_id=${turbine}`
        const late = idsOf(all.filter((finding) => isOverdue(finding, TODAYS[zone])))
        const early = idsOf(all.filter((each) => isUnsolved(each) && !isOverdue(each, TODAYS[zone])))
        const newest = idsOf(all.filter(isNewest))

        const summary = await readData<FindingSummary>(
          await superadmin.get(`/api/findings/summary?sightings=newest&${of}`),
        )
        const sum = (rows: { findings: number }[]) =>
          rows.reduce((total, { findings }) => total + findings, 0)
        expect({
          list: await list(`overdue=true&${of}`),
          ofTurbine: idsOf(await readData(await superadmin.get(findingsOf(turbine, '?overdue=true')))),
          file: await linesOf(`overdue=true&${of}`),
          summary: sum(
            summary.due_days.filter(({ day, time_zone }) => isPast(day, TODAYS[time_zone as typeof zone])),
          ),
        }).toEqual({ list: late, ofTurbine: late, file: late.length, summary: late.length })
        const todayOf = (each: string) => TODAYS[each as typeof zone]
        const due = dueOfTurbines(summary, todayOf).get(turbine)
        expect(due?.overdue ?? 0).toBe(late.length)
        const soon = `overdue=false&due_before=${SOON}&${of}`
        expect(countDueBefore(summary, SOON, todayOf)).toBe((await list(soon)).length)
        expect(await list(`overdue=false&${of}`)).toEqual(early)
        expect(summary.unsolved).toBe(late.length + early.length)
        expect(sum(summary.due)).toBe(sum(summary.due_days))

        expect({
          list: await list(`sightings=newest&${of}`),
          ofTurbine: idsOf(await readData(await superadmin.get(findingsOf(turbine, '?sightings=newest')))),
          after: idsOf(newestAfter(all)),
          panel: idsOf(
            filterFindings(all, {
              year: undefined,
              severityMin: undefined,
              status: undefined,
              sightings: 'newest',
            }),
          ),
          file: await linesOf(`sightings=newest&${of}`),
          years: sum(summary.years),
          types: sum(summary.types),
        }).toEqual({
          list: newest,
          ofTurbine: newest,
          after: newest,
          panel: newest,
          file: newest.length,
          years: newest.length,
          types: newest.length,
        })

        for (const of_year of zone === 'Europe/Istanbul' ? [2024, 2026] : [])
          for (const status of [undefined, 'unsolved', 'open'] as const)
            for (const sightings of SIGHTINGS) {
              const filters = { year: of_year, severityMin: 2 as const, status, sightings }
              const shown = idsOf(filterFindings(all, filters))
              const query = new URLSearchParams(exportFilter(turbine, filters))
              expect(await list(String(query))).toEqual(shown)
              expect(await linesOf(String(query))).toBe(shown.length)
            }

        const byId = new Map(all.map((finding) => [finding.id, finding]))
        for (const { id, newest: named } of await readData<ListedFinding[]>(
          await superadmin.get(`/api/findings?${of}`),
        )) {
          const finding = byId.get(id) as Finding
          const last = historyOf(finding, (other) => byId.get(other)).at(-1) as Finding
          expect(named).toEqual(last.id === id ? null : { id: last.id, year: last.year })
        }
      }
    }),
    { numRuns: 6 },
  )
})

it('follows the day, although the database has not changed', async () => {
  const turbine = await makeTurbine(testApp, { company_id: companies['Europe/Istanbul'] })
  await sendFinding(superadmin, turbine, { severity: 3, own_due_on: '2026-11-20', due_reason: 'agreed' })
  const query = `overdue=true&turbine_id=${turbine}`
  expect(await list(query)).toEqual([])
  vi.setSystemTime('2026-11-20T21:30:00.000Z')
  expect(await list(query)).toHaveLength(1)
  vi.setSystemTime(NOW)
})
