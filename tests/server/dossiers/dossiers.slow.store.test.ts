import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DossierJob } from '#domain/inspections/dossier.ts'
import type { InspectionVersion } from '#domain/inspections/version.ts'
import type { Photo } from '#domain/photo.ts'
import { derivativeOf, originalOf } from '#server/infrastructure/store/file-store.ts'
import { type Client, signInAs } from '../../support/accounts.ts'
import { jpeg, makeCompany, makeTurbine, readData, readUpload } from '../../support/builders.ts'
import { orderDossier } from '../../support/dossier-setup.ts'
import { readZip } from '../../support/files/read-zip.ts'
import { addFinding } from '../../support/finding-setup.ts'
import { makeReport } from '../../support/inspection-setup.ts'
import { moveInspection, publishInspection, publishWithoutReports } from '../../support/publish-inspection.ts'
import { TestApp, temporaryFolder } from '../../support/test-app.ts'

const YEAR = 2026
let testApp: TestApp
let company: number
let turbine: number
let operator: Client
let photos: Photo[]
let folder: string

beforeAll(async () => {
  testApp = await TestApp.open()
  folder = await temporaryFolder()
})
afterAll(async () => {
  await testApp[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  company = await makeCompany(testApp)
  operator = await signInAs(testApp, 'operator', company)
  turbine = await makeTurbine(testApp, { company_id: company, code: 'T-07' })
  await addFinding(operator, turbine, { severity: 3, year: YEAR })
  photos = await upload({ 'a.jpg': await jpeg(), 'A.JPG': await jpeg({ width: 900 }) })
})
afterEach(() => expect.poll(async () => (await testApp.services.jobs.count()).waiting).toBe(0))

async function upload(files: Record<string, Uint8Array>): Promise<Photo[]> {
  const fields = { year: String(YEAR) }
  return (await readUpload(await operator.upload(turbine, files, fields))).data
}

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

async function filesOf(client: Client, url: string | null) {
  const answer = await client.get(url ?? '')
  expect(answer.status).toBe(200)
  const path = join(folder, `${turbine}.zip`)
  await writeFile(path, Buffer.from(await answer.arrayBuffer()))
  return readZip(path)
}

describe('a dossier', () => {
  it('that is ordered right after the publication has the reports in both languages', async () => {
    await publishInspection(operator, turbine, YEAR)
    const job = await orderDossier(operator, turbine)
    const files = await filesOf(operator, job.url)
    const reports = files.map(({ name }) => name).filter((name) => name.startsWith('reports/'))
    expect(reports).toHaveLength(2)
  })

  it('has the canonical bytes of the version, its photos and the reports that Kanat has made of the year', async () => {
    await publishWithoutReports(operator, turbine, YEAR)
    const { report, bytes } = await makeReport(operator, turbine, 'tr', YEAR)
    await operator.uploadReports(turbine, { 'other.pdf': Buffer.from('%PDF-1.7 x') }, { year: String(YEAR) })
    const job = await orderDossier(operator, turbine)
    expect(job).toMatchObject({
      state: 'done',
      progress: 1,
      year: YEAR,
      version: 1,
      photos: 'originals',
      error: null,
    })
    const files = await filesOf(operator, job.url)
    expect(files.map(({ name }) => name)).toEqual([
      'inspection.json',
      'chain/version-1.txt',
      'chain/version-1.sig',
      'chain/version-1.pem',
      'README.txt',
      'public-key.pem',
      'SHA256SUMS',
      'SHA256SUMS.sig',
      `reports/${report.original_filename}`,
      'photos/a.jpg',
      'photos/A (2).JPG',
    ])
    const [version] = await readData<InspectionVersion[]>(
      await operator.get(`/api/turbines/${turbine}/inspections/${YEAR}/versions`),
    )
    const sums = new Map(files.map((file) => [file.name, file.sha256]))
    expect(sums.get('inspection.json')).toBe(version?.sha256)
    expect(sums.get(`reports/${report.original_filename}`)).toBe(sha256(bytes))
    expect([sums.get('photos/a.jpg'), sums.get('photos/A (2).JPG')]).toEqual(
      photos.map((photo) => photo.sha256),
    )
  })

  it('has pictures at most 2560 pixels wide, if these are ordered', async () => {
    await publishWithoutReports(operator, turbine, YEAR)
    const job = await orderDossier(operator, turbine, { photos: 'derivatives' })
    const files = await filesOf(operator, job.url)
    await using file = await testApp.services.store.open(derivativeOf(photos[0]?.key ?? '', '2560.jpg'))
    const bytes = (await file?.readAll()) ?? new Uint8Array()
    expect(files.find(({ name }) => name === 'photos/a.jpg')?.sha256).toBe(sha256(bytes))
  })

  it('is of the newest version that is not withdrawn, without photos that came later', async () => {
    await publishWithoutReports(operator, turbine, YEAR)
    await upload({ 'later.jpg': await jpeg() })
    const first = await orderDossier(operator, turbine)
    expect(first.version).toBe(1)
    expect((await filesOf(operator, first.url)).map(({ name }) => name)).not.toContain('photos/later.jpg')
    await publishWithoutReports(operator, turbine, YEAR)
    expect((await orderDossier(operator, turbine)).version).toBe(2)
    const admin = await signInAs(testApp, 'admin', company)
    await moveInspection(admin, turbine, YEAR, 'withdrawn', 'Test')
    expect((await orderDossier(operator, turbine)).version).toBe(1)
  })

  it('names photos that were deleted after the version was published', async () => {
    await publishWithoutReports(operator, turbine, YEAR)
    const admin = await signInAs(testApp, 'admin', company)
    await admin.delete(`/api/turbines/${turbine}/photos?key=${photos[0]?.key}`)
    const job = await orderDossier(operator, turbine)
    const names = (await filesOf(operator, job.url)).map(({ name }) => name)
    expect(names.filter((name) => name.startsWith('photos/'))).toEqual(['photos/A.JPG'])
    const row = await testApp.services.db.read
      .selectFrom('dossier')
      .select('readme')
      .where('job_id', '=', job.id)
      .executeTakeFirstOrThrow()
    expect(row.readme).toMatch(/deleted after the inspection was published.*\n\n {2}a\.jpg\n/)
  })

  it.each(['originals', 'derivatives'] as const)(
    'is made anew at its download without the photos (%s) that have gone since, which it names',
    async (kind) => {
      await publishWithoutReports(operator, turbine, YEAR)
      const { url, size } = await orderDossier(operator, turbine, { photos: kind })
      const admin = await signInAs(testApp, 'admin', company)
      await admin.delete(`/api/turbines/${turbine}/photos?key=${photos[0]?.key}`)
      for (const client of [operator, admin]) {
        const files = await filesOf(client, url)
        expect(files.filter(({ name }) => name.startsWith('photos/'))).toHaveLength(1)
        const row = await testApp.services.db.read
          .selectFrom('dossier')
          .innerJoin('file_job', 'file_job.id', 'dossier.job_id')
          .select(['readme', 'size'])
          .where('turbine_id', '=', turbine)
          .executeTakeFirstOrThrow()
        expect(row.size).toBeLessThan(size ?? 0)
        expect(row.readme).toMatch(/deleted after the inspection was published.*\n\n {2}a\.jpg\n/)
        expect(files.find(({ name }) => name === 'README.txt')?.sha256).toBe(sha256(row.readme ?? ''))
      }
    },
  )

  it.each(['missing', 'changed'] as const)(
    'fails if the file of a photo is %s, and names it',
    async (how) => {
      await publishWithoutReports(operator, turbine, YEAR)
      const file = originalOf(photos[1]?.key ?? '')
      if (how === 'missing') await testApp.services.store.remove([file])
      else await testApp.putFile(file, Buffer.alloc(photos[1]?.size ?? 0))
      const { id } = await orderDossier(operator, turbine)
      const answer = await operator.get(`/api/turbines/${turbine}/dossier-jobs/${id}`, {
        'Accept-Language': 'en',
      })
      expect(await readData<DossierJob>(answer)).toMatchObject({
        state: 'failed',
        url: null,
        error: 'photo_not_found',
        message: expect.stringContaining('“A.JPG” is missing or has changed'),
      })
    },
  )

  it('breaks off if a file has changed after it was prepared', async () => {
    await publishWithoutReports(operator, turbine, YEAR)
    const { url } = await orderDossier(operator, turbine)
    await testApp.putFile(originalOf(photos[0]?.key ?? ''), Buffer.alloc(photos[0]?.size ?? 0))
    const answer = await operator.get(url ?? '')
    await expect(answer.arrayBuffer()).rejects.toThrow('photos/a.jpg has changed')
  })

  it('answers HEAD with its length and its name', async () => {
    await publishWithoutReports(operator, turbine, YEAR)
    const { url, size } = await orderDossier(operator, turbine)
    const answer = await operator.send('HEAD', url ?? '')
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-length': String(size),
      'content-type': 'application/zip',
      'cache-control': 'private, no-store',
      'content-disposition': expect.stringContaining(`filename="denetim-dosyasi-T-07-${YEAR}-1.zip"`),
    })
  })
})
