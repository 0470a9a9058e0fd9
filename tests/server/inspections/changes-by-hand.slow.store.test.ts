/** Whoever changes in the database what customers read of an inspection is seen by `npm run verify`. */
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { beforeEach, expect, it } from 'vitest'
import { verifyVersions } from '#server/features/inspections/releases/verify-versions.ts'
import type { Writer } from '#server/infrastructure/database/database.ts'
import { admin, manager, setUpFarm, testApp, turbine } from '../../support/app-setup.ts'
import { jpeg } from '../../support/builders.ts'
import { addFinding, findingsOf } from '../../support/finding-setup.ts'
import { saveInspection } from '../../support/inspection-setup.ts'
import { moveInspection, publishInspection } from '../../support/publish-inspection.ts'

const YEAR = 2026
let headOfTwo: { statement: string; signature: string; key_id: string }

setUpFarm('file', ['company_manager', 'admin'], { turbines: 'test', jobs: 'wait' })

/** Two versions that are valid, and a third one that is withdrawn. */
beforeEach(async () => {
  const photo = await manager.uploadPhoto(turbine, 'a.jpg', await jpeg(), { year: String(YEAR) })
  const finding = await addFinding(manager, turbine, { severity: 3, year: YEAR, photo_id: photo.id })
  await saveInspection(manager, turbine, { inspector: 'Ada Yel' }, YEAR)
  await publishInspection(manager, turbine, YEAR)
  const change = (text: string) =>
    manager.json('PUT', findingsOf(turbine, `/${finding.id}`), { text, severity: 4 })
  await change('İkinci ölçüm')
  await publishInspection(manager, turbine, YEAR)
  headOfTwo = await testApp.services.db.read
    .selectFrom('inspection_head')
    .select(['statement', 'signature', 'key_id'])
    .where('turbine_id', '=', turbine)
    .executeTakeFirstOrThrow()
  await change('Üçüncü ölçüm')
  await publishInspection(manager, turbine, YEAR)
  expect((await moveInspection(admin, turbine, YEAR, 'withdrawn', 'Yanlış kanat')).status).toBe(200)
  expect(await faults()).toEqual([])
})

/** What is wrong with this turbine: tests before have changed others. */
async function faults(): Promise<string[]> {
  const { faults } = await verifyVersions(testApp.services.db.read)
  return faults.flatMap(({ subject }) => (new RegExp(`^turbine ${turbine}\\b`).test(subject) ? subject : []))
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** The rows of a version of the turbine. */
const version = (db: Writer, number: number) =>
  db.updateTable('inspection_version').where('turbine_id', '=', turbine).where('version', '=', number)
const published = (db: Writer) => db.updateTable('published_finding').where('turbine_id', '=', turbine)
const work = (db: Writer) => db.updateTable('inspection_work').where('turbine_id', '=', turbine)
const deleteVersion = (db: Writer, number: number) =>
  db
    .deleteFrom('inspection_version')
    .where('turbine_id', '=', turbine)
    .where('version', '=', number)
    .execute()

async function otherUser(db: Writer): Promise<number> {
  const { id } = await db
    .selectFrom('user')
    .select('id')
    .where('role', '=', 'admin')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}

/** Changes a finding in rows, document and hash of version 2, so that all of them agree. */
async function forge(db: Writer): Promise<void> {
  const { id, document } = await db
    .selectFrom('inspection_version')
    .select(['id', 'document'])
    .where('turbine_id', '=', turbine)
    .where('version', '=', 2)
    .executeTakeFirstOrThrow()
  const said = JSON.parse(document ?? '')
  said.findings[0].severity = 1
  const text = canonicalize(said) ?? ''
  await version(db, 2)
    .set({ document: text, sha256: sha256(text) })
    .execute()
  await published(db).set({ severity: 1 }).where('version_id', '=', id).execute()
}

const CHANGES: Record<string, [change: (db: Writer) => Promise<unknown>, seen: RegExp]> = {
  'the rows that customers read are hidden': [
    (db) => published(db).set({ is_current: 0 }).execute(),
    /customers read finding \d+ in another version/,
  ],
  'a withdrawn version is made valid': [
    async (db) => {
      await version(db, 3).set({ withdrawn_at: null, withdrawn_by: '', withdrawn_reason: '' }).execute()
      await work(db).set({ published_version: 3, state: 'published' }).execute()
    },
    /the withdrawal of version 3 differs/,
  ],
  'a valid version is marked as withdrawn': [
    (db) => version(db, 2).set({ withdrawn_at: new Date().toISOString() }).execute(),
    /the withdrawal of version 2 differs/,
  ],
  'why a version was withdrawn is another thing': [
    (db) => version(db, 3).set({ withdrawn_reason: 'Yazım hatası' }).execute(),
    /who has withdrawn version 3, or why, differs/,
  ],
  'a version in the middle is deleted': [(db) => deleteVersion(db, 2), /version 2 is gone/],
  'the last version is deleted': [(db) => deleteVersion(db, 3), /version 3 is gone/],
  'the last version is deleted and the former head is put back': [
    async (db) => {
      await deleteVersion(db, 3)
      await db.updateTable('inspection_head').set(headOfTwo).where('turbine_id', '=', turbine).execute()
    },
    /the audit log knows 3 versions that were published, and there are 2/,
  ],
  'the head is deleted': [
    (db) => db.deleteFrom('inspection_head').where('turbine_id', '=', turbine).execute(),
    /its head is gone/,
  ],
  'the name of the publisher is another one': [
    async (db) => {
      await version(db, 2).set({ user_name: 'Deniz Su' }).execute()
      await db
        .updateTable('inspection_step')
        .set({ user_name: 'Deniz Su' })
        .where('turbine_id', '=', turbine)
        .execute()
    },
    /version 2: the name of the publisher differs/,
  ],
  'the account of the publisher is another one': [
    async (db) =>
      version(db, 2)
        .set({ user_id: await otherUser(db) })
        .execute(),
    /version 2: the account of the publisher differs/,
  ],
  'the name of who has found something is another one': [
    (db) => published(db).set({ user_name: 'Deniz Su' }).execute(),
    /the name of who has found A-LE-001 differs/,
  ],
  'more photos were looked at': [
    (db) => version(db, 2).set({ looked_at: 7 }).execute(),
    /version 2: looked_at differs/,
  ],
  'there are more photos': [(db) => version(db, 2).set({ photos: 7 }).execute(), /version 2: photos differs/],
  'the form says another inspector': [
    async (db) => {
      const { fields } = await db
        .selectFrom('inspection_version')
        .select('fields')
        .where('turbine_id', '=', turbine)
        .where('version', '=', 2)
        .executeTakeFirstOrThrow()
      await version(db, 2)
        .set({ fields: (fields ?? '').replace('Ada Yel', 'Deniz Su') })
        .execute()
    },
    /version 2: inspection differs/,
  ],
  'a finding has another severity': [
    (db) => published(db).set({ severity: 1 }).execute(),
    /finding A-LE-001 differs in severity/,
  ],
  'the follow-up that customers read is another one': [
    (db) => published(db).set({ status: 'repaired' }).execute(),
    /the follow-up of finding \d+ that customers read is not that of the finding/,
  ],
  'document, hash and rows are changed together': [
    forge,
    /version 2: its signature is not that of what it says/,
  ],
  'document, hash and rows are changed together, and the signature is removed': [
    async (db) => {
      await forge(db)
      await version(db, 2).set({ signature: null }).execute()
    },
    /version 2: its signature is gone/,
  ],
  'a forged version claims to be older than signatures': [
    async (db) => {
      await forge(db)
      await version(db, 2).set({ signature: null, signed_later: 1 }).execute()
    },
    /version 2 has another document \(head\)/,
  ],
  'the version shown is not the newest one': [
    (db) => work(db).set({ published_version: 1 }).execute(),
    /version 1 is shown instead of version 2/,
  ],
  'a report seems to have too many findings': [
    (db) => version(db, 2).set({ report_findings: 5000 }).execute(),
    /version 2: its signature is not that of what it says/,
  ],
}

it.each(Object.keys(CHANGES))('%s', async (name) => {
  const [change, seen] = CHANGES[name] as (typeof CHANGES)[string]
  await change(testApp.services.db.write)
  expect(await faults()).toContainEqual(expect.stringMatching(seen))
})

it('a change by hand is not signed by the next publication', async () => {
  await version(testApp.services.db.write, 3).set({ withdrawn_at: null }).execute()
  await addFinding(manager, turbine, { severity: 2, year: YEAR })
  await publishInspection(manager, turbine, YEAR)
  expect(await faults()).toContainEqual(expect.stringMatching(/the withdrawal of version 3 differs/))
})

it('the number of a version that was deleted by hand is not given again', async () => {
  await deleteVersion(testApp.services.db.write, 3)
  await publishInspection(manager, turbine, YEAR)
  const { last } = await testApp.services.db.read
    .selectFrom('inspection_version')
    .select(({ fn }) => fn.max('version').as('last'))
    .where('turbine_id', '=', turbine)
    .executeTakeFirstOrThrow()
  expect(last).toBe(4)
})
