/**
 * Compares the answers in memory with answers that are made again: after each call of `call-examples.ts` that changes something, and for
 * users of every role and two companies. Nothing in this file names a single list or record, so later ones are compared as well.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { CallerCache } from '#server/core/access/caller-cache.ts'
import type { Call } from '#server/core/contract/calls.ts'
import { ResponseCache } from '#server/core/response-cache/response-cache.ts'
import { variantOf } from '#server/features/photos/photo-files.ts'
import { thumbnailOf } from '#server/features/reports/report-files.ts'
import { setThumbnail } from '#server/features/reports/report-queries.ts'
import { openDatabase } from '#server/infrastructure/database/opening/open-database.ts'
import { Metrics } from '#server/infrastructure/metrics/metrics.ts'
import { derivativeOf } from '#server/infrastructure/store/file-store.ts'
import { thumbnailUrl } from '#server/infrastructure/store/media-url.ts'
import { calls, createApp } from '#server/start/app.ts'
import { type Account, Client, makeUser, signIn, signInAs } from '../../support/accounts.ts'
import { setUpApp, testApp } from '../../support/app-setup.ts'
import { makeCompany } from '../../support/builders.ts'
import { CALL_EXAMPLES } from '../calls/call-examples.ts'
import { makeRecords, type Records } from '../calls/call-records.ts'
import { sendExample } from '../calls/send-example.ts'

const OWN_ROLES = ['admin', 'company_manager', 'operator', 'viewer'] as const
const FOREIGN_ROLES = ['admin', 'operator'] as const

let own: number
let foreign: number
let superadmin: Account
/** Sees every record, so whatever a change makes old is among its answers. */
let all: Client

setUpApp('file', { env: { TRUST_PROXY: '1' }, jobs: 'wait' })
beforeAll(async () => {
  own = await makeCompany(testApp)
  foreign = await makeCompany(testApp)
  superadmin = await makeUser(testApp, { role: 'superadmin', company_id: own })
  all = await signIn(testApp, superadmin)
})

/** True for a call whose answer has an array of records. */
function isList({ method, path, answer }: Call): boolean {
  const { body } = answer
  return (
    method === 'GET' &&
    path.startsWith('/api/') &&
    body instanceof z.ZodObject &&
    body.shape.data instanceof z.ZodArray
  )
}
const LISTS = calls.filter(isList)

/** The lists and the records that are remembered. */
const REMEMBERED = calls.filter(
  ({ method, answer }) =>
    method === 'GET' && answer.statuses.includes(304) && answer.body instanceof z.ZodObject,
)

/** The addresses of all lists and records, and of the thumbnails. Calls without these parameters ignore them. */
function addresses(owners: Records[]): string[] {
  const remembered = REMEMBERED.flatMap(({ method, path }) =>
    owners.map((records) => CALL_EXAMPLES[`${method} ${path}`]?.address?.(records) ?? path),
  ).map((address) => `${address}?view=all&filter_company_id=${own}`)
  const pictures = owners.flatMap(({ photo, report }) => [photo, report].map(({ key }) => thumbnailUrl(key)))
  return [...new Set([...remembered, ...pictures])]
}

/** Asks for everything, so that it is remembered. */
async function rememberAnswers(viewers: Client[], owners: Records[]): Promise<void> {
  for (const viewer of viewers) for (const address of addresses(owners)) await viewer.get(address)
}

/** Asks for everything, and expects what an app over the same data answers that remembers nothing. */
async function expectCurrentAnswers(viewers: Client[], owners: Records[]): Promise<void> {
  const { services } = testApp
  const responseCache = new ResponseCache(0, new Metrics())
  const app = createApp({ ...services, responseCache, callerCache: new CallerCache() })
  for (const viewer of viewers) {
    const fresh = new Client(app, viewer.token, '')
    for (const address of addresses(owners))
      expect(await readAnswer(viewer, address)).toEqual(await readAnswer(fresh, address))
  }
}

async function readAnswer(client: Client, address: string): Promise<[string, number, string]> {
  const answer = await client.get(address)
  return [address, answer.status, await answer.text()]
}

/** Makes records with thumbnails. */
async function makePictured(company: number, author: number): Promise<Records> {
  const records = await makeRecords(testApp, company, author)
  await setThumbnail(testApp.services.db.write, records.report.id, true)
  for (const file of [derivativeOf(records.photo.key, variantOf(320)), thumbnailOf(records.report.key)])
    await testApp.putFile(file, Buffer.from(`picture of ${file.name}`))
  return records
}

/** The progress of a job changes without a change of the database. Who asks for the keys is not signed in. The others are asked for rarely. */
const NOT_REMEMBERED = [
  '/api/turbines/:id/report-jobs',
  '/api/turbines/:id/dossier-jobs',
  '/api/keys',
  '/api/account/sessions',
  '/api/account/passkeys',
  '/api/seals',
  '/api/doctor',
  '/api/links',
]

it('remembers every list but that of running jobs', () => {
  const remembered = LISTS.filter(({ path }) => !NOT_REMEMBERED.includes(path))
  expect(remembered.length).toBeGreaterThanOrEqual(7)
  expect(REMEMBERED.length).toBeGreaterThan(remembered.length)
  for (const { path, answer } of remembered) expect([path, answer.statuses]).toEqual([path, [200, 304]])
})

describe('a remembered answer is the same as one that is made again', () => {
  const changes = calls.filter(({ method, path }) => method !== 'GET' && path.startsWith('/api/'))

  it.each(changes.map(({ method, path }, index) => [`${method} ${path}`, method, path, index] as const))(
    'after %s',
    async (_, method, path, index) => {
      // A new user for each call, because some numbers of unfinished records of one user are limited.
      const author = await makeUser(testApp, { role: 'superadmin', company_id: own })
      const client = await signIn(testApp, author)
      const records = await makePictured(own, author.id)
      await rememberAnswers([all], [records])
      const { status } = await sendExample({ testApp, client, records }, method, path, index)
      expect(status).toBeLessThan(300)
      await expectCurrentAnswers([all], [records])
    },
  )

  it('for users of every role and of two companies', async () => {
    // The last one of each company has the role of another one.
    const accounts = [superadmin]
    for (const role of [...OWN_ROLES, 'operator'] as const)
      accounts.push(await makeUser(testApp, { role, company_id: own }))
    for (const role of FOREIGN_ROLES) accounts.push(await makeUser(testApp, { role, company_id: foreign }))
    const owners = [await makePictured(own, superadmin.id), await makePictured(foreign, superadmin.id)]
    const viewers: Client[] = []
    for (const account of accounts) viewers.push(await signIn(testApp, account))
    await rememberAnswers(viewers, owners)
    await expectCurrentAnswers(viewers, owners)
  })

  it('after a turbine moves to another company, a user gets another role and another company, and a report loses its picture', async () => {
    const records = await makePictured(own, superadmin.id)
    const { turbine, report } = records
    const { write } = testApp.services.db
    const moved = await makeUser(testApp, { role: 'admin', company_id: own })
    const viewers = [
      await signIn(testApp, moved),
      await signInAs(testApp, 'operator', own),
      await signInAs(testApp, 'operator', foreign),
    ]
    const changes = [
      () => write.updateTable('turbine').set({ company_id: foreign }).where('id', '=', turbine.id).execute(),
      () => write.updateTable('user').set({ role: 'viewer' }).where('id', '=', moved.id).execute(),
      () => write.updateTable('user').set({ company_id: foreign }).where('id', '=', moved.id).execute(),
      () => setThumbnail(write, report.id, false),
      () => write.updateTable('user').set({ is_active: 0 }).where('id', '=', moved.id).execute(),
    ]
    await rememberAnswers(viewers, [records])
    for (const change of changes) {
      await change()
      await expectCurrentAnswers(viewers, [records])
    }
  })

  it('after another process has written', async () => {
    const records = await makePictured(own, superadmin.id)
    await rememberAnswers([all], [records])
    const other = await openDatabase(testApp.services.config, testApp.services.db.shownTo)
    await other.write.updateTable('turbine').set({ code: 'T-other' }).execute()
    await other.close()
    await expectCurrentAnswers([all], [records])
  })
})
