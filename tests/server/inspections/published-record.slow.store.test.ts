/** What is published is one record: the sealed document, the report and what customers read say the same, and nothing of it changes later. */
import { describe, expect, it, vi } from 'vitest'
import type { Inspection } from '#domain/inspections/inspection.ts'
import type { InspectionChange, VersionPerson } from '#domain/inspections/version.ts'
import type { Report } from '#domain/report.ts'
import { ReportWords } from '#server/features/inspections/description/report-words.ts'
import { sealOlderVersions } from '#server/features/inspections/releases/seal-older-versions.ts'
import type { SealedDocument } from '#server/features/inspections/releases/sealed-document.ts'
import { verifyVersions } from '#server/features/inspections/releases/verify-versions.ts'
import { makeUser, signIn, signInAs } from '../../support/accounts.ts'
import { company, customer, manager, setUpFarm, testApp, turbine } from '../../support/app-setup.ts'
import { readData, taken } from '../../support/builders.ts'
import { readPdf } from '../../support/files/read-pdf.ts'
import { addFinding, findingsOf } from '../../support/finding-setup.ts'
import { inspectionOf, readInspection } from '../../support/inspection-setup.ts'
import { makeUnsigned } from '../../support/older-versions.ts'
import { moveInspection, publishInspection } from '../../support/publish-inspection.ts'

const YEAR = 2026
const DRONE = { year: String(YEAR), category: 'drone' }

setUpFarm('test', ['company_manager', 'customer'])

const path = (rest: string) => inspectionOf(turbine, YEAR, rest)
const sealed = async (version: number) =>
  (await (await customer.get(path(`/versions/${version}`))).json()) as SealedDocument
const formOf = ({ first_day, last_day, methods, camera }: Inspection | SealedDocument['inspection']) => ({
  first_day,
  last_day,
  methods,
  camera,
})
const upload = async (name: string, day: string, category = 'drone') =>
  manager.uploadPhoto(turbine, name, await taken(day), { ...DRONE, category })
const look = (id: number, looked = true) =>
  manager.json('PUT', `/api/turbines/${turbine}/photos/${id}/look`, { looked })
const verified = async () => verifyVersions(testApp.services.db.read)

describe('a form that nobody has saved', () => {
  it('is sealed as its photos suggest, and a later upload changes nothing of it', async () => {
    await upload('a.jpg', '2026-05-11')
    await publishInspection(manager, turbine, YEAR)
    const form = { first_day: '2026-05-11', last_day: null, methods: ['drone'], camera: 'DJI H30T' }
    expect(formOf((await sealed(1)).inspection)).toEqual(form)
    await upload('b.jpg', '2026-06-02', 'robot')
    expect(formOf(await readInspection(customer, turbine))).toEqual(form)
    const changes = await readData<InspectionChange[]>(await manager.get(path('/changes')))
    expect(changes.map(({ field, after }) => [field, after])).toEqual([
      ['last_day', '2026-06-02'],
      ['methods', ['drone', 'robot']],
      ['name', 'b.jpg'],
    ])
    expect(await readInspection(manager, turbine)).toMatchObject({ unpublished_changes: changes.length })
    await publishInspection(manager, turbine, YEAR)
    expect(formOf((await sealed(2)).inspection)).toMatchObject({ last_day: '2026-06-02' })
    expect((await readData<object[]>(await customer.get(path('/versions/2/changes')))).length).toBe(
      // The reason of the photos that nobody has looked at stays, and so does their number.
      changes.length,
    )
  })

  it('of an older version is what its own photos suggest', async () => {
    await upload('a.jpg', '2026-05-11')
    await publishInspection(manager, turbine, YEAR)
    await makeUnsigned(testApp.services.db.write, turbine)
    await upload('b.jpg', '2026-06-02', 'robot')
    expect(formOf(await readInspection(customer, turbine))).toMatchObject({
      last_day: null,
      methods: ['drone'],
    })
  })
})

it('report and document have the same figures', async () => {
  const photo = await upload('a.jpg', '2026-05-11')
  await upload('b.jpg', '2026-05-12', 'robot')
  await addFinding(manager, turbine, {
    severity: 4,
    year: YEAR,
    photo_id: photo.id,
    from_m: 12.25,
    length_mm: 340,
    text: 'Hücum kenarında açık aşınma',
  })
  await addFinding(manager, turbine, { severity: 2, year: YEAR, blade: 'B', side: 'TE' })
  await moveInspection(manager, turbine, YEAR, 'in_review', 'Sis bastı')
  expect((await moveInspection(manager, turbine, YEAR, 'published', 'Acil onarım')).status).toBe(200)
  const document = await sealed(1)
  const report = await vi.waitFor(
    async () => {
      const reports = await readData<Report[]>(await customer.get(`/api/turbines/${turbine}/reports`))
      const turkish = reports.find(({ language }) => language === 'tr')
      if (!turkish) throw new Error('The report is not there yet.')
      return turkish
    },
    { interval: 100, timeout: 60_000 },
  )
  const bytes = await (await customer.get(report.report_url)).arrayBuffer()
  const text = (await readPdf(Buffer.from(bytes))).pages.join(' ').replaceAll(/\s+/g, ' ')
  const words = new ReportWords('tr')
  const { inspection, findings, photos, looked_at, undecided } = document
  const figures = [
    words.day(inspection.first_day ?? ''),
    words.day(inspection.last_day ?? ''),
    inspection.camera,
    words.text('notSeen.unlooked.reason', {
      n: photos.length - (looked_at ?? 0),
      photos: photos.length,
      reason: document.unlooked_reason,
    }),
    words.text('notSeen.undecided', { n: undecided ?? 0, findings: findings.length }),
    words.text('notSeen.reason', { reason: document.reason }),
    ...photos.flatMap(({ name, sha256 }) => [name, sha256.slice(0, 12)]),
    ...findings.flatMap(({ number, text }) => [number, text]),
    words.measured('length_mm', findings[0]?.length_mm ?? 0),
    words.place({ from_m: findings[0]?.from_m ?? 0, to_m: null, positions_m: [] }),
  ]
  expect([inspection.first_day, inspection.last_day]).toEqual(['2026-05-11', '2026-05-12'])
  expect(inspection.methods).toEqual(['drone', 'robot'])
  for (const method of inspection.methods)
    expect(text.toLocaleLowerCase('tr')).toContain(words.text(`method.${method}`).toLocaleLowerCase('tr'))
  for (const figure of figures) expect(text).toContain(figure.replaceAll(/\s+/g, ' '))
})

it('photos that were looked at after the publication can be published', async () => {
  const { id } = await upload('a.jpg', '2026-05-11')
  await publishInspection(manager, turbine, YEAR)
  expect(await (await moveInspection(manager, turbine, YEAR, 'published', 'x')).json()).toMatchObject({
    obstacle: 'nothing_new',
  })
  await look(id)
  const changes = await readData<InspectionChange[]>(await manager.get(path('/changes')))
  expect(changes.map(({ field, before, after }) => [field, before, after])).toEqual([
    ['looked_at', 0, 1],
    ['unlooked_reason', 'Test', ''],
  ])
  expect((await moveInspection(manager, turbine, YEAR, 'published', 'Şimdi bakıldı')).status).toBe(200)
  expect(await sealed(2)).toMatchObject({ looked_at: 1, unlooked_reason: '' })
  expect(JSON.stringify((await sealed(2)).photos)).not.toContain('looked_at')
})

describe('people', () => {
  it('two deleted namesakes stay two, and each has one id in all versions, with the name behind it', async () => {
    const accounts = [
      await makeUser(testApp, { role: 'operator', company_id: company }),
      await makeUser(testApp, { role: 'operator', company_id: company }),
    ]
    for (const account of accounts)
      await addFinding(await signIn(testApp, account), turbine, { severity: 3, year: YEAR })
    await publishInspection(manager, turbine, YEAR)
    const superadmin = await signInAs(testApp, 'superadmin')
    for (const { id } of accounts) expect((await superadmin.delete(`/api/users/${id}`)).status).toBe(200)
    const [finding] = await readData<{ id: number }[]>(await manager.get(findingsOf(turbine)))
    await manager.json('PUT', findingsOf(turbine, `/${finding?.id}`), { text: 'x' })
    await publishInspection(manager, turbine, YEAR)
    const peopleOf = async (version: number) => (await sealed(version)).findings.map(({ person }) => person)
    const [first, second] = [await peopleOf(1), await peopleOf(2)]
    expect(new Set(first).size).toBe(2)
    expect(second).toEqual(first)
    const named = await readData<VersionPerson[]>(await manager.get(path('/versions/2/people')))
    expect(named.filter(({ id }) => first.includes(id)).map(({ name }) => name)).toEqual([
      'Ada Yel',
      'Ada Yel',
    ])
    expect((await customer.get(path('/versions/2/people'))).status).toBe(403)
    expect((await verified()).faults).toEqual([])
  })
})

describe('versions of before signatures', () => {
  it('are said to be older until the maintenance signs them, and a new version continues them', async () => {
    const finding = await addFinding(manager, turbine, { severity: 3, year: YEAR })
    await publishInspection(manager, turbine, YEAR)
    await makeUnsigned(testApp.services.db.write, turbine)
    expect(await verified()).toMatchObject({ versions: 1, unsigned: 1, faults: [] })
    await manager.json('PUT', findingsOf(turbine, `/${finding.id}`), { severity: 4 })
    await publishInspection(manager, turbine, YEAR)
    expect(await verified()).toMatchObject({ versions: 2, unsigned: 1, faults: [] })
    expect(await sealOlderVersions(testApp.services)).toBe(1)
    expect(await verified()).toMatchObject({ versions: 2, unsigned: 0, faults: [] })
    expect((await sealed(1)).format).toBe('kanat-inspection-1')
    expect((await sealed(2)).previous).toMatch(/^[0-9a-f]{64}$/)
  })
})
