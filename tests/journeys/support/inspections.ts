import type { APIRequestContext, Page } from '@playwright/test'
import type { FleetInspection } from '#domain/inspections/inspection.ts'
import type { InspectionStep } from '#domain/inspections/state.ts'
import type { Account } from '../../support/accounts.ts'
import { signInByApi } from './by-api.ts'
import { expect } from './kanat.ts'

/** Sends the inspection of a turbine and a year on as this user, who has just read it. */
export async function moveInspection(
  request: APIRequestContext,
  account: Account,
  turbine: number,
  year: number,
  to: InspectionStep,
): Promise<void> {
  const headers = await signInByApi(request, account)
  const path = `/api/turbines/${turbine}/inspections/${year}`
  const { data } = await (await request.get(path, { headers })).json()
  const answer = await request.post(`${path}/transitions`, {
    headers,
    data: { to, revision: data.revision, reason: 'Zaman yetmedi' },
  })
  const status = answer.status()
  expect(status, 'the answer to the transition').toBe(200)
}

/** The query of the calls that list inspections; the header only counts them. */
const LISTS = /\/api\/inspections\?(?!.*limit=1(&|$))/

/** Answers each list of inspections with so many, in pages as the server makes them. `fields` are those of one of them. */
export async function listManyInspections(
  page: Page,
  count: number,
  fields: (index: number) => Partial<FleetInspection> = () => ({}),
): Promise<void> {
  await page.route(LISTS, async (route) => {
    const query = new URL(route.request().url()).searchParams
    const state = (query.get('state') ?? 'open') as FleetInspection['state']
    const [limit, begin] = [Number(query.get('limit')), Number(query.get('cursor')?.split('-')[1] ?? 0)]
    const data = Array.from({ length: Math.min(limit, count - begin) }, (_, place) => ({
      ...inspectionOf(begin + place + 1, state),
      ...fields(begin + place),
    }))
    const end = begin + data.length
    const next = end < count ? `2026-${end}` : null
    await route.fulfill({ json: { success: true, data, next, approximate_total: count } })
  })
}

function inspectionOf(turbine: number, state: FleetInspection['state']): FleetInspection {
  return {
    first_day: null,
    last_day: null,
    methods: [],
    inspector: '',
    weather: '',
    camera: '',
    not_seen: '',
    turbine_id: turbine,
    year: 2026,
    updated_at: null,
    revision: 1,
    state,
    since: '2026-10-01T09:00:00.000Z',
    published_version: state === 'published' ? 1 : null,
    photos: 300,
    looked_at: state === 'open' ? turbine % 300 : 300,
    findings: 46,
    not_graded: state === 'open' ? 3 : 0,
    unlooked_reason: '',
    unpublished_changes: state === 'published' ? turbine % 3 : 46,
    turbine_name: `T${turbine}`,
    turbine_code: `KRB-${turbine}`,
    city: 'izmir',
    company_id: 2,
    review_days: 7,
    company_name: 'Bora Enerji',
    workers: ['Ada Yel'],
    waits_for_caller: false,
    published: state === 'published' ? { state: 'C', worst: null, reports: [] } : null,
  }
}
