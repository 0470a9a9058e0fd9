/**
 * A team works on three inspections in random order: whatever it does, customers find what the newest versions say, each finding once; the letter
 * follows from it; the count of unpublished changes is that of their list; and every version says what was sealed.
 */
import { expect, it } from 'vitest'
import type { Finding } from '#domain/findings/finding.ts'
import { stateOfPublished, unsolvedAfter } from '#domain/findings/finding-rules.ts'
import type { Severity } from '#domain/findings/finding-type.ts'
import type { Inspection } from '#domain/inspections/inspection.ts'
import type { Turbine } from '#domain/turbine.ts'
import { verifyVersions } from '#server/features/inspections/releases/verify-versions.ts'
import { type Client, signInAs } from '../../support/accounts.ts'
import { jpeg, makeCompany, makeTurbine, readData, readUpload } from '../../support/builders.ts'
import { findOverstatement } from '../../support/figures/figures.ts'
import { findingsOf, sendFinding } from '../../support/finding-setup.ts'
import { inspectionOf, saveInspection } from '../../support/inspection-setup.ts'
import { moveInspection } from '../../support/publish-inspection.ts'
import { TestApp } from '../../support/test-app.ts'

const YEARS = [2024, 2025, 2026]
const STEPS = 80
const SEEDS = [9, 14, 22]
/** After how many steps what customers find is compared. */
const STEPS_BETWEEN = 4

/** Random numbers from 0 to 1, the same ones for the same seed. @see https://en.wikipedia.org/wiki/Linear_congruential_generator */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

interface World {
  testApp: TestApp
  turbine: number
  customer: Client
  operator: Client
  admin: Client
  pick: <T>(list: readonly T[]) => T | undefined
}

const CHANGES = [
  { text: 'x' },
  { text: 'y' },
  { severity: 5 },
  { severity: 2 },
  { status: 'closed' },
  { status: 'open' },
  { positions_m: [3, 1] },
  { blade: 'B' },
  { photo_id: null },
  { earlier_id: null },
]
let photos = 0
const FORMS = [{}, { inspector: 'Ada' }, { methods: ['rope'] }]
const STATES = ['open', 'in_review', 'published', 'published', 'published']

function publishOne({ operator, turbine, pick }: World): Promise<Response> {
  return moveInspection(operator, turbine, pick(YEARS) as number, 'published', 'Test')
}

/** What the team does. Some of it is refused, as in life. */
const DEEDS: ((world: World) => Promise<Response | undefined>)[] = [
  async function add({ operator, turbine, pick }) {
    const year = pick(YEARS) as number
    const findings = await listFindings(operator, turbine)
    const earlier = pick([
      undefined,
      ...findings.filter((each) => each.year < year && each.later_id === null),
    ])
    const place = {
      blade: earlier?.blade ?? 'A',
      side: earlier?.side ?? 'LE',
      earlier_id: earlier?.id ?? null,
    }
    const photo = pick(await listPhotos(operator, turbine))
    const severity = pick([1, 2, 3, 4, 5, 2, 3, 4, 5, null])
    const fields = { year, found_on: `${year}-05-01`, severity, photo_id: photo?.id ?? null, ...place }
    return sendFinding(operator, turbine, fields)
  },
  async function change({ operator, turbine, pick }) {
    const finding = pick(await listFindings(operator, turbine))
    return finding && operator.json('PUT', findingsOf(turbine, `/${finding.id}`), pick(CHANGES))
  },
  async function moveFinding({ operator, turbine, pick }) {
    const finding = pick(await listFindings(operator, turbine))
    const year = pick(YEARS)
    const fields = { year, found_on: `${year}-05-01` }
    return finding && operator.json('PUT', findingsOf(turbine, `/${finding.id}`), fields)
  },
  async function removeFinding({ operator, turbine, pick }) {
    const finding = pick(await listFindings(operator, turbine))
    return finding && operator.delete(findingsOf(turbine, `/${finding.id}`))
  },
  async function upload({ operator, turbine, pick }) {
    photos += 1
    const form = { year: String(pick(YEARS)), blade: 'A', room: '1' }
    const answer = await operator.upload(
      turbine,
      { [`${photos}.jpg`]: await jpeg({ width: 40, height: 30 }) },
      form,
    )
    await readUpload(answer)
    return undefined
  },
  async function removePhoto({ admin, turbine, pick }) {
    const photo = pick(await listPhotos(admin, turbine))
    return photo && admin.delete(`/api/turbines/${turbine}/photos?key=${photo.key}`)
  },
  ({ operator, turbine, pick }) => saveInspection(operator, turbine, pick(FORMS) ?? {}, pick(YEARS)),
  ({ operator, turbine, pick }) =>
    moveInspection(operator, turbine, pick(YEARS) as number, pick(STATES) as string, 'Test'),
  publishOne,
  publishOne,
  publishOne,
  ({ admin, turbine, pick }) => moveInspection(admin, turbine, pick(YEARS) as number, 'withdrawn', 'Test'),
]

const listFindings = async (client: Client, turbine: number) =>
  readData<Finding[]>(await client.get(findingsOf(turbine)))
const listPhotos = async (client: Client, turbine: number) =>
  readData<{ id: number; key: string }[]>(await client.get(`/api/turbines/${turbine}/photos?view=all`))

/** What the newest versions of all years say, the last published one of each finding. */
async function listNewest({ testApp, turbine }: World) {
  const rows = await testApp.services.db.write
    .selectFrom('inspection_work')
    .innerJoin('inspection_version as newest', (join) =>
      join
        .onRef('newest.turbine_id', '=', 'inspection_work.turbine_id')
        .onRef('newest.year', '=', 'inspection_work.year')
        .onRef('newest.version', '=', 'inspection_work.published_version'),
    )
    .innerJoin('published_finding as said', 'said.version_id', 'newest.id')
    .select(['said.id', 'said.year', 'said.severity', 'said.text'])
    .where('newest.turbine_id', '=', turbine)
    .orderBy('newest.id')
    .execute()
  return [...new Map(rows.map((row) => [row.id, row])).values()].sort((a, b) => a.id - b.id)
}

async function expectTruth(world: World): Promise<void> {
  const { testApp, turbine, customer, operator } = world
  const shown = await listFindings(customer, turbine)
  const said = shown.map(({ id, year, severity, text }) => ({ id, year, severity, text }))
  expect(said.sort((a, b) => a.id - b.id)).toEqual(await listNewest(world))

  const unsolved = unsolvedAfter(shown)
  const graded = unsolved.flatMap(({ severity }) => severity ?? [])
  const worst = graded.length === 0 ? null : (Math.max(...graded) as Severity)
  for (const client of [customer, operator]) {
    const answer = await client.get(`/api/turbines/${turbine}`)
    const { state, state_year } = ((await answer.json()) as { turbine: Turbine }).turbine
    expect(state).toBe(stateOfPublished(state_year, worst, unsolved.length - graded.length))
  }

  for (const year of YEARS) {
    const changes = await readData<object[]>(await operator.get(inspectionOf(turbine, year, '/changes')))
    const { unpublished_changes } = await readData<Inspection>(
      await operator.get(inspectionOf(turbine, year)),
    )
    expect([year, unpublished_changes]).toEqual([year, changes.length])
  }
  expect((await verifyVersions(testApp.services.db.read)).faults).toEqual([])
}

it.each(SEEDS)('customers find what was published (%i)', async (seed) => {
  await using testApp = await TestApp.open({}, undefined, 'wait')
  const random = randomOf(seed)
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]
  const company = await makeCompany(testApp)
  const [operator, admin, customer] = [
    await signInAs(testApp, 'operator', company),
    await signInAs(testApp, 'admin', company),
    await signInAs(testApp, 'customer', company),
  ]
  const turbine = await makeTurbine(testApp, { company_id: company })
  const world: World = { testApp, turbine, customer, operator, admin, pick }
  for (let step = 1; step <= STEPS; step += 1) {
    const answer = await pick(DEEDS)?.(world)
    expect(answer?.status ?? 200).toBeLessThan(500)
    if (step % STEPS_BETWEEN === 0) await expectTruth(world)
  }
  const versions = await testApp.services.db.read
    .selectFrom('inspection_version')
    .select('withdrawn_at')
    .execute()
  // Otherwise nothing was compared.
  expect(versions.length).toBeGreaterThan(5)
  expect(versions.some(({ withdrawn_at }) => withdrawn_at !== null)).toBe(true)
})

it('the page about the product says no more acts', () => {
  const counted = { id: 'random_acts', value: SEEDS.length * STEPS, unit: 'count' } as const
  const test = 'tests/server/inspections/random-inspections.slow.test.ts'
  expect(findOverstatement({ ...counted, test })).toBeUndefined()
})
