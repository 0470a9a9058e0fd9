import { createHash } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { verify } from '#server/features/backup/verify.ts'
import { manager as operator, setUpFarm, testApp, turbine } from '../../support/app-setup.ts'
import { jpeg } from '../../support/builders.ts'
import { addFinding } from '../../support/finding-setup.ts'
import { saveInspection } from '../../support/inspection-setup.ts'
import { makeUnsealed } from '../../support/older-versions.ts'
import { publishInspection } from '../../support/publish-inspection.ts'

const YEAR = 2026
let photo: { id: number; key: string }
let name: string

setUpFarm('test', ['company_manager'])
beforeEach(async () => {
  photo = await operator.uploadPhoto(turbine, 'a.jpg', await jpeg(), { year: String(YEAR) })
  await addFinding(operator, turbine, { severity: 3, year: YEAR, text: 'Çatlak', photo_id: photo.id })
  await saveInspection(operator, turbine, { inspector: 'Ada Yel', first_day: '2026-05-02' })
  await publishInspection(operator, turbine, YEAR)
  name = `turbine ${turbine}, ${YEAR}, version 1`
})

const check = () => verify(testApp.services.config, testApp.services.store, { checkAgainMs: 0 })
const problems = async () => (await check()).problems.map(({ kind, subject }) => `${kind} ${subject}`)
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

async function change(edit: (document: string) => string, isSealedAnew = false): Promise<void> {
  const { read, write } = testApp.services.db
  const { document } = await read
    .selectFrom('inspection_version')
    .select('document')
    .executeTakeFirstOrThrow()
  const changed = edit(document ?? '')
  expect(changed).not.toBe(document)
  await write
    .updateTable('inspection_version')
    .set({ document: changed, ...(isSealedAnew && { sha256: sha256(changed) }) })
    .execute()
}

it('finds nothing wrong with a version as it was published, also after follow-ups and later edits', async () => {
  const finding = await testApp.services.db.read.selectFrom('finding').select('id').executeTakeFirstOrThrow()
  const path = `/api/turbines/${turbine}/findings/${finding.id}`
  expect(
    (
      await operator.json('PUT', path, {
        status: 'monitored',
        own_due_on: '2027-01-01',
        due_reason: 'Servis',
      })
    ).status,
  ).toBe(200)
  expect((await operator.json('PUT', path, { text: 'later' })).status).toBe(200)
  expect(await check()).toMatchObject({ versions: 1, problems: [] })
  await publishInspection(operator, turbine, YEAR)
  expect(await check()).toMatchObject({ versions: 2, problems: [] })
})

it('finds nothing wrong after a photo was deleted', async () => {
  expect((await operator.delete(`/api/turbines/${turbine}/photos?key=${photo.key}`)).status).toBe(200)
  expect(await check()).toMatchObject({ versions: 1, problems: [] })
})

it('finds a changed byte of a stored document', async () => {
  await change((document) => document.replace('Çatlak', 'Çatlal'))
  expect(await problems()).toEqual([
    `wrong-seal ${name}: its document does not have the stored SHA-256`,
    `wrong-version ${name}: finding A-LE-001 differs in text`,
  ])
})

it('finds a document that is not canonical, though its SHA-256 is right', async () => {
  await change((document) => document.replace('{', '{ '), true)
  expect(await problems()).toContain(`wrong-seal ${name}: its document is not canonical`)
})

it('finds a document that is no document any more', async () => {
  await change((document) => document.slice(1), true)
  expect(await problems()).toContain(`wrong-seal ${name}: its document is not JSON`)
  await testApp.services.db.write.updateTable('inspection_version').set({ document: null }).execute()
  expect(await problems()).toContain(`wrong-seal ${name}: its document is gone`)
})

it('finds rows that say something else than the document', async () => {
  const { write } = testApp.services.db
  await write.updateTable('published_finding').set({ severity: 1, from_m: 2.5 }).execute()
  await write.updateTable('inspection_version').set({ reason: 'another' }).execute()
  await write
    .updateTable('photo')
    .set({ sha256: 'f'.repeat(64) })
    .where('id', '=', photo.id)
    .execute()
  expect(await problems()).toEqual(
    expect.arrayContaining([
      `wrong-version ${name}: reason differs`,
      `wrong-version ${name}: finding A-LE-001 differs in severity, from_m`,
      `wrong-version ${name}: the row of photo a.jpg differs`,
    ]),
  )
  await write.deleteFrom('published_finding').execute()
  expect(await problems()).toContain(`wrong-version ${name}: finding A-LE-001 has no row`)
})

it('leaves a version out that the maintenance has not sealed yet', async () => {
  await makeUnsealed(testApp.services.db.write, turbine)
  expect(await check()).toMatchObject({ versions: 0, unsigned: 1, problems: [] })
})
