/**
 * An installation that has everything: rows in each table, and of each column that may be null one row with a value and one without.
 * `server/full-installation.slow.sql.test.ts` finds what is missing here. Add it with a call of the API, or to `addOldRows` if no call makes it.
 */
import type { NotificationChoices } from '#domain/notifications.ts'
import { tellEachDay } from '#server/features/notifications/tell-each-day.ts'
import { rotateKey } from '#server/features/signing-keys/signing-key-queries.ts'
import { type Client, makeUser, makeVisitor, signIn, signInAs } from './accounts.ts'
import { jpeg, makeCompany, makeTurbine, pdf, readData, readUpload } from './builders.ts'
import { orderDossier } from './dossier-setup.ts'
import { fillFactors } from './factors/fill-factors.ts'
import { pointCloud } from './files/point-cloud.ts'
import { addFinding, findingsOf } from './finding-setup.ts'
import { makeReport, saveInspection } from './inspection-setup.ts'
import { addOldRows } from './old-rows.ts'
import { awaitReports, moveInspection } from './publish-inspection.ts'
import type { TestApp } from './test-app.ts'
import { UploadInParts } from './tus-requests.ts'

export interface FullInstallation {
  turbine: number
  /** The keys of the photos. */
  keys: string[]
  /** A superadmin who is signed in. */
  superadmin: Client
}

const OLD = '2026-11-20T08:00:00.000Z'
const BOX = {
  on: 'image',
  kind: 'box',
  points: [
    [0.1, 0.1],
    [0.3, 0.4],
  ],
}
const DATA_PLATE = { manufacturer: 'Alp Rüzgâr', model: 'R-115', serial_number: 'AR-7', hub_height: 98.5 }
const TURBINE = { coordinates: '38.6390, 26.5127', blade_length: 61.5, ...DATA_PLATE }
const MEASURES = { length_mm: 1.5, width_mm: 2, area_cm2: 3.25, opening_mm: 4, diameter_mm: 5, depth_mm: 6 }
const DEADLINES = { deadline_2_months: 24, deadline_3_months: 12, deadline_4_months: 6, deadline_5_months: 0 }

/** Fills an empty installation. Some records are deleted again, so that ids are missing before, between and after those that stay. */
export async function fillInstallation(testApp: TestApp): Promise<FullInstallation> {
  const superadmin = await signInAs(testApp, 'superadmin')
  const company = await fillCompanies(testApp, superadmin)
  const turbine = await makeTurbine(testApp, { company_id: company, ...TURBINE })
  const empty = await makeTurbine(testApp, { company_id: company })
  const gone = await makeTurbine(testApp, { company_id: company })
  await succeed(superadmin.delete(`/api/turbines/${gone}`))

  const customer = await makeUser(testApp, { role: 'customer', company_id: company })
  const leaver = await makeUser(testApp, { role: 'viewer', company_id: company })
  await succeed(superadmin.json('PUT', `/api/users/${leaver.id}`, { role: 'operator' }))
  const keys = await fillFiles(superadmin, await signIn(testApp, leaver), turbine)
  await fillFindings(superadmin, turbine)
  await fillFindings(await signIn(testApp, leaver), empty)
  await succeed(saveInspection(superadmin, turbine, { first_day: '2026-05-02', last_day: '2026-05-04' }))
  await succeed(saveInspection(superadmin, empty, { inspector: 'Ada Yel' }))
  await makeReport(superadmin, turbine)
  const operator = await signIn(testApp, leaver)
  await fillReleases(superadmin, operator, turbine)
  await fillReleases(superadmin, superadmin, empty)
  keys.push(...(await movePublished(superadmin, turbine)))
  await succeed(superadmin.json('PUT', `/api/turbines/${turbine}/visit`, {}))
  await orderArchive(superadmin, turbine)
  await fillDossiers(testApp, superadmin, turbine)
  await fillLinks(testApp, superadmin, { company, turbine })
  await succeed(superadmin.delete(`/api/users/${leaver.id}`))
  await fillMessages(testApp)
  await fillNotifications(testApp, await signIn(testApp, customer), turbine)
  await fillPasswords(testApp)
  await fillFactors(testApp)
  await addOldRows(testApp)
  return { turbine, keys, superadmin }
}

async function fillCompanies(testApp: TestApp, superadmin: Client): Promise<number> {
  const company = await makeCompany(testApp, 'Rüzgâr İşletme A.Ş.')
  const address = {
    contact_email: 'ops@kanat.example',
    address: 'Çeşme Yolu 1\nİzmir',
    time_zone: 'Pacific/Auckland',
  }
  await succeed(superadmin.json('PUT', `/api/companies/${company}`, { ...DEADLINES, ...address }))
  await succeed(superadmin.delete(`/api/companies/${await makeCompany(testApp)}`))
  return company
}

/** Photos, reports and an upload whose second part is missing. @returns the keys of the photos that stay */
async function fillFiles(superadmin: Client, leaver: Client, turbine: number): Promise<string[]> {
  const picture = await jpeg()
  const photos = await sent(superadmin.upload(turbine, { 'a.jpg': picture, 'b.jpg': picture }))
  const ofLeaver = await sent(leaver.upload(turbine, { 'c.jpg': picture, 'deleted.jpg': picture }))
  const cloud = { 'cloud.pcd': pointCloud(new Uint8Array(8)) }
  const clouds = await sent(superadmin.upload(turbine, cloud, { room: '', blade: '', category: 'drone' }))
  const deleted = ofLeaver.pop()?.key ?? ''
  await succeed(superadmin.delete(`/api/turbines/${turbine}/photos?key=${encodeURIComponent(deleted)}`))
  for (const [client, name] of [[superadmin, 'r.pdf'] as const, [leaver, 'Rapor.pdf'] as const])
    await succeed(client.uploadReports(turbine, { [name]: pdf() }))
  const upload = await UploadInParts.begin(superadmin.send.bind(superadmin), turbine, 'large.jpg', 900)
  await upload.part(new Uint8Array(500).fill(7), 0)
  return [...photos, ...ofLeaver, ...clouds].map(({ key }) => key)
}

/** A finding with all fields that continues one without, which has a greater id. */
async function fillFindings(client: Client, turbine: number): Promise<void> {
  const photos = await readData<{ id: number; category: string }[]>(
    await client.get(`/api/turbines/${turbine}/photos?view=all`),
  )
  const photo = photos.find(({ category }) => category === 'blade')
  const later = await addFinding(client, turbine, {
    ...(photo && { photo_id: photo.id, shape: BOX }),
    ...MEASURES,
    room: 'Tip-WW',
    severity: 4,
    positions_m: [21.2, 22.2],
    count: 2,
    own_due_on: '2027-01-31',
    due_reason: 'Servis günü',
    found_on: '2026-05-02',
    year: 2026,
  })
  if (photo) {
    const scale = { from: [0.1, 0.5], to: [0.6, 0.5], mm: 500 }
    await succeed(client.json('PUT', `/api/turbines/${turbine}/photos/${photo.id}/scale`, { scale }))
  }
  const moved = photos.find(({ id, category }) => category === 'blade' && id !== photo?.id)
  if (moved) {
    await addFinding(client, turbine, { photo_id: moved.id, shape: BOX, severity: 3 })
    await succeed(movePhotos(client, turbine, moved.id, { blade: 'C' }))
  }
  const earlier = await addFinding(client, turbine, { found_on: '2024-05-02', year: 2024, severity: 2 })
  await addFinding(client, turbine, { found_on: '2023-05-02', year: 2023 })
  const deleted = await addFinding(client, turbine)
  await succeed(client.json('PUT', findingsOf(turbine, `/${later.id}`), { earlier_id: earlier.id }))
  await succeed(client.delete(findingsOf(turbine, `/${deleted.id}`)))
  for (const about of [{ finding_id: later.id }, {}])
    await succeed(
      client.json(
        'POST',
        `/api/turbines/${turbine}/comments`,
        { comment: 'Çatlak "A" \\ kanadında\n?', ...about },
        { 'Idempotency-Key': `comment-${Object.keys(about)}-${turbine}` },
      ),
    )
}

/** A year that is published, one that was withdrawn and published again, and decisions of a reviewer. */
async function fillReleases(superadmin: Client, reviewer: Client, turbine: number): Promise<void> {
  await succeed(moveInspection(superadmin, turbine, 2026, 'in_review', 'Rotor karlı'))
  const decision = { decision: 'returned', remark: 'Ölçü eksik.' }
  await succeed(reviewer.json('POST', `/api/turbines/${turbine}/inspections/2026/reviews`, decision))
  await succeed(moveInspection(reviewer, turbine, 2026, 'published'))
  await succeed(moveInspection(superadmin, turbine, 2024, 'published'))
  await succeed(moveInspection(superadmin, turbine, 2024, 'withdrawn', 'Yanlış yıl'))
  await succeed(moveInspection(superadmin, turbine, 2024, 'published'))
  await awaitReports(superadmin, turbine)
}

/**
 * Moves photos away from a published year and one to it: a version has them where they were.
 *
 * @returns the keys of the photos
 */
async function movePublished(client: Client, turbine: number): Promise<string[]> {
  const bytes = await jpeg()
  const [blade, drone] = [{ year: '2026' }, { year: '2026', category: 'drone', room: '', blade: '' }]
  const away = [await client.uploadPhoto(turbine, 'blade.jpg', bytes, blade)]
  away.push(await client.uploadPhoto(turbine, 'drone.jpg', bytes, drone))
  const other = await client.uploadPhoto(turbine, 'other.jpg', bytes, { year: '2023' })
  await succeed(moveInspection(client, turbine, 2026, 'published', 'Yeni fotoğraflar'))
  await awaitReports(client, turbine)
  for (const { id } of away) await succeed(movePhotos(client, turbine, id, { year: 2023 }))
  await succeed(movePhotos(client, turbine, other.id, { year: 2026 }))
  return [...away, other].map(({ key }) => key)
}

function movePhotos(client: Client, turbine: number, photo: number, place: object): Promise<Response> {
  return client.json('PUT', `/api/turbines/${turbine}/photos/place`, { photo_ids: [photo], ...place })
}

/** An order of a ZIP, which nobody has downloaded yet. */
async function orderArchive(client: Client, turbine: number): Promise<void> {
  const photos = await readData<{ id: number }[]>(
    await client.get(`/api/turbines/${turbine}/photos?view=all`),
  )
  const ids = photos.map(({ id }) => id)
  await succeed(client.json('POST', `/api/turbines/${turbine}/photos/archives`, { ids }))
}

/** A dossier that can be downloaded, one that has failed, and two keys. */
async function fillDossiers({ services }: TestApp, client: Client, turbine: number): Promise<void> {
  await orderDossier(client, turbine)
  const { write } = services.db
  const { id: _, ...done } = await write
    .selectFrom('file_job')
    .selectAll()
    .where('kind', '=', 'dossier')
    .where('turbine_id', '=', turbine)
    .executeTakeFirstOrThrow()
  const failed = { state: 'failed', error: 'photo_not_found', failed_file: 'a.jpg' } as const
  await write
    .insertInto('file_job')
    .values({ ...done, ...failed, variant: 'derivatives' })
    .execute()
  await write
    .updateTable('signing_key')
    .set({ revoked_from: '2026-11-20T00:00:00.000Z' })
    .where('is_current', '=', 1)
    .execute()
  await rotateKey(services.config.secretsDir, (work) => services.transactions.run(work))
}

/** A link to an inspection that was opened, and one to a report, of a user who has left, that was revoked. */
async function fillLinks(
  testApp: TestApp,
  superadmin: Client,
  { company, turbine }: { company: number; turbine: number },
): Promise<void> {
  await succeed(superadmin.json('PUT', `/api/companies/${company}`, { links_allowed: true }))
  const leaver = await makeUser(testApp, { role: 'company_manager', company_id: company })
  const add = async (client: Client, more: object) => {
    const answer = await client.json('POST', '/api/links', { turbine_id: turbine, ...more })
    return (await answer.json()) as { data: { id: number }; address: string }
  }
  const password = 'yelkovan-9'
  const { address } = await add(superadmin, { kind: 'inspection', year: 2024, password })
  const secret = address.split('#')[1]
  await succeed(makeVisitor(testApp).json('POST', '/api/links/open', { secret, password }))
  const reports = await readData<{ id: number; is_draft: boolean; is_withdrawn: boolean }[]>(
    await superadmin.get(`/api/turbines/${turbine}/reports`),
  )
  const report_id = reports.find((report) => !report.is_draft && !report.is_withdrawn)?.id
  const { data } = await add(await signIn(testApp, leaver), { kind: 'report', report_id })
  await succeed(superadmin.delete(`/api/links/${data.id}`))
  await succeed(superadmin.delete(`/api/users/${leaver.id}`))
}

/** A message of a visitor, whose key has no user. */
async function fillMessages(testApp: TestApp): Promise<void> {
  const message = { name: 'Ada', email: 'ada@bora.example', subject: 'Kanat', message: 'Merhaba' }
  await succeed(
    makeVisitor(testApp).json('POST', '/api/contact', message, { 'Idempotency-Key': 'contact-1' }),
  )
}

/** Choices, and what the maintenance tells; publications have told the customer of themselves. */
async function fillNotifications({ services }: TestApp, customer: Client, turbine: number): Promise<void> {
  const choices = await readData<NotificationChoices>(await customer.get('/api/notifications/choices'))
  const chosen = { ...choices, due: { bell: true, mail: true } }
  await succeed(customer.json('PUT', '/api/notifications/choices', chosen))
  await tellEachDay(services)
  const { write } = services.db
  // A company that was added since.
  await write
    .updateTable('company')
    .set({ told_on: null })
    .where('id', '=', ({ selectFrom }) => selectFrom('company').select(({ fn }) => fn.max('id').as('id')))
    .execute()
  const { user_id } = await write.selectFrom('notification').select('user_id').executeTakeFirstOrThrow()
  const told = { user_id, kind: 'due', turbine_id: turbine, record_id: 1, at: OLD } as const
  await write
    .insertInto('notification')
    .values({ ...told, due_on: '2026-11-20', in_days: 0, is_read: 1, mailed_on: '2026-11-20' })
    .execute()
}

/** A wrong password, a mailed one that waits, and one that was used. */
async function fillPasswords(testApp: TestApp): Promise<void> {
  const [waiting, used] = [await makeUser(testApp), await makeUser(testApp)]
  const visitor = makeVisitor(testApp)
  await visitor.json('POST', '/api/auth/login', { email: waiting.email, password: 'wrong-1234' })
  await succeed(visitor.json('POST', '/api/auth/password-reset', { email: waiting.email }))
  await testApp.services.mailer.close(10_000)
  await testApp.services.db.write
    .updateTable('user')
    .set({
      must_change_password: 1,
      spent_password_sha256: 'a'.repeat(64),
      inspection_notices: 0,
      notices_sent_on: '2026-11-25',
    })
    .where('id', '=', used.id)
    .execute()
}

async function sent(upload: Promise<Response>) {
  const { status, data, rejected } = await readUpload(await upload)
  if (status !== 201 || rejected.length > 0) throw new Error(`${status} ${JSON.stringify(rejected)}`)
  return data
}

async function succeed(call: Promise<Response>): Promise<void> {
  const answer = await call
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
}
