import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { expect, it } from 'vitest'
import type { Report } from '#domain/report.ts'
import { sealOlderVersions } from '#server/features/inspections/releases/seal-older-versions.ts'
import type { SealedDocument } from '#server/features/inspections/releases/sealed-document.ts'
import { insertReport } from '#server/features/reports/report-queries.ts'
import { originalOf } from '#server/infrastructure/store/file-store.ts'
import { mediaUrl } from '#server/infrastructure/store/media-url.ts'
import { signInAs } from '../../support/accounts.ts'
import { company, operator, setUpCompany, testApp } from '../../support/app-setup.ts'
import { jpeg, makeTurbine, pdf, readData, readError } from '../../support/builders.ts'
import { orderDossier } from '../../support/dossier-setup.ts'
import { addFinding } from '../../support/finding-setup.ts'
import { saveInspection } from '../../support/inspection-setup.ts'
import { makeUnsealed } from '../../support/older-versions.ts'
import { moveInspection, publishInspection } from '../../support/publish-inspection.ts'

const YEAR = 2026
const MADE_NAME = 'made.pdf'

setUpCompany('file', ['operator'])

/** A turbine with version 1 as the migration has made it: with its findings, but without a document. */
async function turbineOfBefore(): Promise<number> {
  const turbine = await makeTurbine(testApp, { company_id: company })
  await addFinding(operator, turbine, { severity: 3, year: YEAR, text: 'Çatlak' })
  await saveInspection(operator, turbine, { inspector: 'Ada Yel' })
  await operator.upload(turbine, { 'a.jpg': await jpeg() }, { year: String(YEAR) })
  await publishInspection(operator, turbine, YEAR)
  await makeUnsealed(testApp.services.db.write, turbine)
  return turbine
}

const versionOf = (turbine: number) =>
  testApp.services.db.read
    .selectFrom('inspection_version')
    .selectAll()
    .where('turbine_id', '=', turbine)
    .executeTakeFirstOrThrow()

it('seals what was there before releases: canonical, by nobody, with findings, photos and fields', async () => {
  const turbines = [await turbineOfBefore(), await turbineOfBefore()]
  // A finding that has changed since is sealed as it was published.
  await testApp.services.db.write.updateTable('finding').set({ text: 'other' }).execute()
  expect(await sealOlderVersions(testApp.services)).toBe(2)
  for (const turbine of turbines) {
    const { sha256, document, photos } = await versionOf(turbine)
    expect(
      createHash('sha256')
        .update(document ?? '')
        .digest('hex'),
    ).toBe(sha256)
    const sealed = JSON.parse(document ?? '') as SealedDocument
    expect(canonicalize(sealed)).toBe(document)
    expect(sealed).toMatchObject({
      turbine: { id: turbine },
      version: 1,
      person: null,
      inspection: { inspector: 'Ada Yel' },
      findings: [{ text: 'Çatlak', severity: 3 }],
      photos: [{ name: 'a.jpg' }],
    })
    expect(photos).toBe(1)
    const bytes = await operator.get(`/api/turbines/${turbine}/inspections/${YEAR}/versions/1`)
    expect(await bytes.text()).toBe(document)
  }
})

it('leaves what is sealed as it is', async () => {
  const turbine = await turbineOfBefore()
  await sealOlderVersions(testApp.services)
  const before = await versionOf(turbine)
  expect(await sealOlderVersions(testApp.services)).toBe(0)
  expect(await versionOf(turbine)).toEqual(before)
})

it('ends with the server, and goes on where it was', async () => {
  const turbines = [await turbineOfBefore(), await turbineOfBefore()]
  testApp.services.stopping = true
  expect(await sealOlderVersions(testApp.services)).toBe(0)
  testApp.services.stopping = false
  expect((await versionOf(turbines[0] as number)).sha256).toBeNull()
  expect(await sealOlderVersions(testApp.services)).toBe(2)
})

it('leaves a version out that it cannot read, with neither document nor SHA-256, and seals the others', async () => {
  const [damaged, other] = [await turbineOfBefore(), await turbineOfBefore()]
  const { write } = testApp.services.db
  const setPositions = (positions_m: string) =>
    write.updateTable('published_finding').set({ positions_m }).where('turbine_id', '=', damaged).execute()
  await setPositions('no JSON')
  expect(await sealOlderVersions(testApp.services)).toBe(1)
  expect(await versionOf(damaged)).toMatchObject({ sha256: null, document: null })
  expect((await versionOf(other)).sha256).not.toBeNull()
  await setPositions('[]')
  expect(await sealOlderVersions(testApp.services)).toBe(1)
})

it('is not waited for by a dossier, which seals its version itself', async () => {
  const turbine = await turbineOfBefore()
  expect(await orderDossier(operator, turbine)).toMatchObject({ state: 'done', version: 1 })
  expect((await versionOf(turbine)).sha256).not.toBeNull()
})

/** A report as Kanat made it before releases. */
async function madeBefore(turbine: number): Promise<{ url: string }> {
  const key = `turbines/${turbine}/reports/made.pdf`
  await testApp.putFile(originalOf(key), pdf())
  await insertReport(testApp.services.db.write, {
    turbine_id: turbine,
    key,
    original_filename: MADE_NAME,
    file_size_bytes: pdf().length,
    sha256: 'x',
    year: YEAR,
    language: 'tr',
    has_thumbnail: 0,
    uploaded_at: new Date().toISOString(),
    uploader_id: null,
    first_name: '',
    last_name: '',
  })
  return { url: mediaUrl(key) }
}

it('has the reports that Kanat made before releases, so that its withdrawal hides them; uploaded ones stay', async () => {
  const turbine = await turbineOfBefore()
  const customer = await signInAs(testApp, 'customer', company)
  const admin = await signInAs(testApp, 'admin', company)
  const { write } = testApp.services.db
  const made = await madeBefore(turbine)
  await operator.uploadReports(turbine, { 'own.pdf': pdf() }, { year: String(YEAR) })
  // Those that Kanat makes of the version meanwhile are left out.
  const list = async () =>
    (await readData<Report[]>(await customer.get(`/api/turbines/${turbine}/reports`)))
      .filter(({ original_filename }) => [MADE_NAME, 'own.pdf'].includes(original_filename))
      .map(({ original_filename, inspection_version }) => [original_filename, inspection_version])
      .sort()
  expect(await list()).toEqual([
    [MADE_NAME, null],
    ['own.pdf', null],
  ])

  // As the last version before 1.0.0 has done.
  await write
    .updateTable('report')
    .set({ inspection_version: 1 })
    .where('turbine_id', '=', turbine)
    .where('original_filename', '=', MADE_NAME)
    .execute()
  expect(await list()).toEqual([
    [MADE_NAME, 1],
    ['own.pdf', null],
  ])
  expect((await customer.get(made.url)).status).toBe(200)
  expect((await moveInspection(admin, turbine, YEAR, 'withdrawn', 'Test')).status).toBe(200)
  expect(await list()).toEqual([['own.pdf', null]])
  expect(await readError(await customer.get(made.url))).toEqual([404, 'report_not_found'])
})
