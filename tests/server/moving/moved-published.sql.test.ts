/** Photos of published versions that are moved: the versions say what they said, and what differs from them is counted. */
import { beforeEach, expect, it } from 'vitest'
import type { Finding } from '#domain/findings/finding.ts'
import type { InspectionChange } from '#domain/inspections/version.ts'
import type { Photo } from '#domain/photo.ts'
import { verifyVersions } from '#server/features/inspections/releases/verify-versions.ts'
import { openVersion } from '#server/features/inspections/version-of-report.ts'
import { getPhotos } from '#server/features/photos/photo-queries.ts'
import { getTurbine } from '#server/features/turbines/turbine-queries.ts'
import { admin, customer, operator, setUpFarm, testApp, turbine } from '../../support/app-setup.ts'
import { jpeg, readData } from '../../support/builders.ts'
import { addFinding, findingsOf } from '../../support/finding-setup.ts'
import { inspectionOf, readInspection } from '../../support/inspection-setup.ts'
import { makeUnsealed } from '../../support/older-versions.ts'
import { moveInspection, publishInspection } from '../../support/publish-inspection.ts'

const BYTES = await jpeg()
let marked: Photo
let clean: Photo
let other: Photo
let finding: Finding

setUpFarm('file', ['operator', 'customer', 'admin'], { turbines: 'test', jobs: 'wait' })
beforeEach(async () => {
  const upload = (name: string, year: string) =>
    operator.uploadPhoto(turbine, name, BYTES, { room: '3', blade: 'A', year })
  marked = await upload('marked.jpg', '2026')
  clean = await upload('clean.jpg', '2026')
  other = await upload('other.jpg', '2025')
  finding = await addFinding(operator, turbine, { photo_id: marked.id, severity: 3 })
  await publishInspection(operator, turbine, 2026)
})

const move = (photo_ids: number[], place: object) =>
  operator.json('PUT', `/api/turbines/${turbine}/photos/place`, { photo_ids, ...place })
const changes = async () =>
  readData<InspectionChange[]>(await operator.get(inspectionOf(turbine, 2026, '/changes')))
/** The changes, which are as many as the inspection counts. */
async function listChanges() {
  const listed = await changes()
  expect((await readInspection(operator, turbine)).unpublished_changes).toBe(listed.length)
  return listed.map(({ record, name, field, before, after }) => [record, name, field, before, after])
}
const document = async () => (await customer.get(inspectionOf(turbine, 2026, '/versions/1'))).text()
const faults = async () => (await verifyVersions(testApp.services.db.read)).faults

it('refuses photos with a published finding, names it, and moves nothing', async () => {
  const answer = await move([clean.id, marked.id], { blade: 'B' })
  expect(answer.status).toBe(409)
  expect(await answer.json()).toMatchObject({
    error: 'finding_published',
    findings: [
      { id: finding.id, number: finding.number, year: 2026, photo_id: marked.id, photo_name: 'marked.jpg' },
    ],
  })
  const all = await readData<Photo[]>(await operator.get(`/api/turbines/${turbine}/photos`))
  expect(all.map(({ blade }) => blade)).toEqual(['A', 'A', 'A'])
})

it('refuses them also after the finding was given another photo, and until every version of it is withdrawn', async () => {
  await operator.json('PUT', findingsOf(turbine, `/${finding.id}`), { photo_id: clean.id })
  for (const { id } of [marked, clean]) expect((await move([id], { room: '5' })).status).toBe(409)
  await moveInspection(admin, turbine, 2026, 'withdrawn', 'Test')
  expect((await move([marked.id, clean.id], { room: '5' })).status).toBe(200)
  expect(await faults()).toEqual([])
})

it('answers customers about the inspection as before', async () => {
  const before = await readInspection(customer, turbine)
  await move([clean.id], { year: 2025 })
  expect(await readInspection(customer, turbine)).toEqual(before)
})

it('answers customers what the photos of an older version say, as the version has them', async () => {
  const drone = await operator.uploadPhoto(turbine, 'd.jpg', BYTES, {
    room: '',
    blade: '',
    category: 'drone',
    year: '2026',
  })
  await publishInspection(operator, turbine, 2026)
  const { write } = testApp.services.db
  await makeUnsealed(write, turbine)
  await write
    .updateTable('inspection_version')
    .set({ fields: null })
    .where('turbine_id', '=', turbine)
    .execute()
  const before = await readInspection(customer, turbine)
  expect(before.methods).toEqual(['drone'])
  await move([drone.id], { category: 'operator' })
  expect(await readInspection(customer, turbine)).toEqual(before)
  await move([drone.id], { year: 2025 })
  await move([other.id], { year: 2026, category: 'robot' })
  expect(await readInspection(customer, turbine)).toEqual(before)
})

it('lets the version as it was when one of its photos goes to another room, and counts each field', async () => {
  const before = await document()
  await move([clean.id], { blade: 'B', room: '7' })
  expect(await document()).toBe(before)
  expect(await faults()).toEqual([])
  expect(await listChanges()).toEqual([
    ['photo', 'clean.jpg', 'blade', 'A', 'B'],
    ['photo', 'clean.jpg', 'room', '3', '7'],
  ])
  await move([clean.id], { blade: 'A', room: '3' })
  expect(await listChanges()).toEqual([])
})

it('counts a photo that goes to another year, one that comes from there, and neither after both are back', async () => {
  const before = await document()
  const looked_at = 'looked_at'
  await move([clean.id], { year: 2025 })
  await move([other.id], { year: 2026 })
  const listed = (await listChanges()).filter(([, , field]) => field !== looked_at)
  expect(listed).toEqual([
    ['photo', 'clean.jpg', 'name', 'clean.jpg', null],
    ['photo', 'other.jpg', 'name', null, 'other.jpg'],
  ])
  expect(await document()).toBe(before)
  expect(await faults()).toEqual([])
  await move([clean.id], { year: 2026 })
  await move([other.id], { year: 2025 })
  expect(await listChanges()).toEqual([])
  await move([other.id], { year: 2026 })
  expect(await listChanges()).toHaveLength(1)
  await publishInspection(operator, turbine, 2026)
  expect(await listChanges()).toEqual([])
  await move([other.id], { year: 2025 })
  expect(await listChanges()).toHaveLength(1)
  expect(await faults()).toEqual([])
})

it('shows in the report of a version the photos where the version has them', async () => {
  await move([clean.id], { year: 2024, room: '9' })
  const { read } = testApp.services.db
  const superadmin = { id: 0, role: 'superadmin', company_id: 999 } as const
  const now = await getPhotos(read, turbine, [clean.id, other.id])
  const { pick } = await openVersion(read, await getTurbine(read, superadmin, turbine), 2026, 1)
  expect(pick(now).map(({ originalName, year, room }) => [originalName, year, room])).toEqual(
    expect.arrayContaining([
      ['clean.jpg', 2026, '3'],
      ['other.jpg', 2025, '3'],
    ]),
  )
})

it('publishes the kept number of a finding whose photo was moved to another blade', async () => {
  const later = await addFinding(operator, turbine, { photo_id: other.id, severity: 2 })
  await move([other.id], { blade: 'C' })
  await publishInspection(operator, turbine, 2025)
  const shown = await readData<Finding>(await customer.get(findingsOf(turbine, `/${later.id}`)))
  expect([shown.blade, shown.number]).toEqual(['C', later.number])
  expect(await faults()).toEqual([])
})

it('does not publish a sheet that was read before a photo was moved', async () => {
  const sheet = async () =>
    (
      await readData<{ fingerprint: string }>(
        await operator.get(inspectionOf(turbine, 2025, '/publish-sheet')),
      )
    ).fingerprint
  const before = await sheet()
  await move([other.id], { room: '8' })
  expect(await sheet()).not.toBe(before)
})
