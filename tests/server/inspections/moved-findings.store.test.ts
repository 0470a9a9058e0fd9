/** A finding that is moved to another year was published in its former one: customers find it once, wherever it was published last. */
import { beforeEach, expect, it } from 'vitest'
import type { Finding } from '#domain/findings/finding.ts'
import type { Turbine } from '#domain/turbine.ts'
import type { Client } from '../../support/accounts.ts'
import { admin, customer, operator, setUpFarm, testApp, turbine } from '../../support/app-setup.ts'
import { readData } from '../../support/builders.ts'
import { addFinding, findingsOf } from '../../support/finding-setup.ts'
import { moveInspection } from '../../support/publish-inspection.ts'

let moved: Finding

setUpFarm('test', ['operator', 'customer', 'admin'], { jobs: 'wait' })
beforeEach(async () => {
  moved = await addFinding(operator, turbine, { severity: 4, year: 2025, found_on: '2025-05-01' })
  for (const year of [2025, 2026])
    await addFinding(operator, turbine, { severity: 2, year, found_on: `${year}-05-02` })
  await send(operator, 2025, 'published')
  await send(operator, 2026, 'published')
})

const send = async (client: Client, year: number, to: string) =>
  expect((await moveInspection(client, turbine, year, to, 'Test')).status).toBe(200)

const moveTo = async (year: number) => {
  const change = { year, found_on: `${year}-05-01` }
  expect((await operator.json('PUT', findingsOf(turbine, `/${moved.id}`), change)).status).toBe(200)
}

/** The year in which customers find the moved finding; undefined if they do not. Every published finding is found once. */
async function shownIn(): Promise<number | undefined> {
  const shown = await readData<Finding[]>(await customer.get(findingsOf(turbine)))
  expect(new Set(shown.map(({ id }) => id)).size).toBe(shown.length)
  const versions = await testApp.services.db.read
    .selectFrom('inspection_work')
    .innerJoin('inspection_version as newest', (join) =>
      join
        .onRef('newest.turbine_id', '=', 'inspection_work.turbine_id')
        .onRef('newest.year', '=', 'inspection_work.year')
        .onRef('newest.version', '=', 'inspection_work.published_version'),
    )
    .innerJoin('published_finding', 'published_finding.version_id', 'newest.id')
    .select('published_finding.id')
    .distinct()
    .execute()
  expect(shown.map(({ id }) => id).sort()).toEqual(versions.map(({ id }) => id).sort())
  return shown.find(({ id }) => id === moved.id)?.year
}

it('is found in its former year until its new one is published', async () => {
  await moveTo(2026)
  expect(await shownIn()).toBe(2025)
  await send(operator, 2026, 'published')
  expect(await shownIn()).toBe(2026)
})

it('is found in its former year again after the version of its new one is withdrawn', async () => {
  await moveTo(2026)
  await send(operator, 2026, 'published')
  await send(admin, 2026, 'withdrawn')
  expect(await shownIn()).toBe(2025)
  await send(admin, 2026, 'withdrawn')
  expect(await shownIn()).toBe(2025)
})

it('is found in its former year again after it has come back', async () => {
  await moveTo(2026)
  await send(operator, 2026, 'published')
  await moveTo(2025)
  expect(await shownIn()).toBe(2026)
  await send(operator, 2026, 'published')
  expect(await shownIn()).toBe(2025)
})

it('is found in its former year until that says that it is gone', async () => {
  await moveTo(2026)
  await send(operator, 2026, 'published')
  await operator.delete(findingsOf(turbine, `/${moved.id}`))
  expect(await shownIn()).toBe(2026)
  await send(operator, 2026, 'published')
  expect(await shownIn()).toBe(2025)
  await send(operator, 2025, 'published')
  expect(await shownIn()).toBeUndefined()
})

it('stays in its new year when its former one is published, and withdrawn', async () => {
  await moveTo(2026)
  await send(operator, 2026, 'published')
  await send(operator, 2025, 'published')
  expect(await shownIn()).toBe(2026)
  await send(admin, 2025, 'withdrawn')
  expect(await shownIn()).toBe(2026)
})

it('counts in the letter although another version still says that a later finding continues it', async () => {
  const later = { severity: 5, year: 2026, found_on: '2026-05-01', earlier_id: moved.id }
  const { id } = await addFinding(operator, turbine, later)
  await send(operator, 2026, 'published')
  // It was found last, not first.
  const change = { year: 2027, found_on: '2027-05-01', severity: 5, earlier_id: id }
  expect((await operator.json('PUT', findingsOf(turbine, `/${moved.id}`), change)).status).toBe(200)
  await send(operator, 2027, 'published')
  expect(await shownIn()).toBe(2027)
  const answer = (await (await customer.get(`/api/turbines/${turbine}`)).json()) as { turbine: Turbine }
  // With the two others.
  expect(answer.turbine).toMatchObject({ state: 'E', state_year: 2027, unsolved_finding_count: 3 })
  const linksOf = async (finding: number) => {
    const { earlier_id, later_id } = await readData<Finding>(
      await customer.get(findingsOf(turbine, `/${finding}`)),
    )
    return { earlier_id, later_id }
  }
  expect(await linksOf(moved.id)).toEqual({ earlier_id: id, later_id: null })
  expect(await linksOf(id)).toEqual({ earlier_id: null, later_id: moved.id })
  const history = await customer.get(findingsOf(turbine, `/${id}/history`))
  expect((await readData<Finding[]>(history)).map((each) => each.id)).toEqual([id, moved.id])
})
