/** The count of unpublished changes is that of their list, whatever has changed: a new version is refused by the count. */
import { expect, it } from 'vitest'
import type { InspectionChange } from '#domain/inspections/version.ts'
import { sealOlderVersions } from '#server/features/inspections/releases/seal-older-versions.ts'
import { admin, manager, setUpFarm, testApp, turbine } from '../../support/app-setup.ts'
import { jpeg, readData } from '../../support/builders.ts'
import { addFinding, box, findingsOf } from '../../support/finding-setup.ts'
import { inspectionOf, readInspection, saveInspection } from '../../support/inspection-setup.ts'
import { makeUnsealed } from '../../support/older-versions.ts'
import { moveInspection, publishInspection } from '../../support/publish-inspection.ts'

const YEAR = 2026
const BOX = box([0.1, 0.1], [0.3, 0.4])
const TOMORROW = new Date(Date.now() + 24 * 60 * 60_000).toISOString()

setUpFarm('test', ['company_manager', 'admin'], { jobs: 'wait' })

const upload = async (name: string) =>
  manager.uploadPhoto(turbine, name, await jpeg(), { year: String(YEAR) })

const change = async (id: number, fields: object) =>
  expect((await manager.json('PUT', findingsOf(turbine, `/${id}`), fields)).status).toBe(200)
const remove = async ({ key }: { key: string }) =>
  expect((await manager.delete(`/api/turbines/${turbine}/photos?key=${key}`)).status).toBe(200)
const publish = () => publishInspection(manager, turbine, YEAR)

async function expectChanges(count: number): Promise<void> {
  const listed = await readData<InspectionChange[]>(
    await manager.get(inspectionOf(turbine, YEAR, '/changes')),
  )
  const { unpublished_changes } = await readInspection(manager, turbine, YEAR)
  expect([listed.length, unpublished_changes]).toEqual([count, count])
}

it('counts fields of findings, new ones and those that are gone or moved', async () => {
  const { id: photo_id } = await upload('a.jpg')
  const [one, other, third] = [
    await addFinding(manager, turbine, { severity: 3, year: YEAR, photo_id, shape: BOX }),
    await addFinding(manager, turbine, { severity: 3, year: YEAR, positions_m: [3, 1] }),
    await addFinding(manager, turbine, { severity: 3, year: YEAR }),
  ]
  await expectChanges(3)
  await publish()
  await expectChanges(0)
  // The follow-up is live, and the order of names in a mark says nothing.
  await change(one.id, { status: 'monitored', shape: { points: BOX.points, kind: 'box', on: 'image' } })
  await change(other.id, { positions_m: [1, 3], own_due_on: '2027-01-01', due_reason: 'x' })
  await expectChanges(0)
  await change(one.id, { severity: 4, text: 'x' })
  await expectChanges(2)
  await change(other.id, { year: YEAR - 1, found_on: `${YEAR - 1}-05-01` })
  await expectChanges(3)
  await manager.delete(findingsOf(turbine, `/${third.id}`))
  await expectChanges(4)
  await addFinding(manager, turbine, { severity: 3, year: YEAR })
  await expectChanges(5)
  await publish()
  await expectChanges(0)
})

it('counts fields of the inspection', async () => {
  await addFinding(manager, turbine, { severity: 3, year: YEAR })
  await publish()
  await saveInspection(manager, turbine, {}, YEAR)
  await expectChanges(0)
  await saveInspection(manager, turbine, { methods: ['drone', 'rope'], inspector: 'Ada' }, YEAR)
  await expectChanges(2)
})

it('counts photos that came and photos that went', async () => {
  const first = await upload('a.jpg')
  await publish()
  await expectChanges(0)
  await upload('b.jpg')
  await expectChanges(1)
  await remove(first)
  await expectChanges(2)
  await publish()
  await expectChanges(0)
  await moveInspection(admin, turbine, YEAR, 'withdrawn', 'Test')
  await expectChanges(2)
})

it('counts no photo that is published, although it was uploaded by a server whose clock is ahead', async () => {
  await upload('a.jpg')
  await testApp.services.db.write.updateTable('photo').set({ uploaded_at: TOMORROW }).execute()
  await publish()
  await expectChanges(0)
  await upload('b.jpg')
  await expectChanges(1)
})

it('counts a photo once that came before the versions of before releases were sealed', async () => {
  await addFinding(manager, turbine, { severity: 3, year: YEAR })
  await upload('a.jpg')
  await publish()
  await makeUnsealed(testApp.services.db.write, turbine)
  await upload('b.jpg')
  await expectChanges(1)
  expect(await sealOlderVersions(testApp.services)).toBe(1)
  await expectChanges(1)
})
