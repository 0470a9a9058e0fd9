import type { APIRequestContext } from '@playwright/test'
import type { Finding, FindingDraft } from '#domain/findings/finding.ts'
import type { Role } from '#domain/permissions.ts'
import type { Photo } from '#domain/photo.ts'
import type { Account } from '../../support/accounts.ts'
import { jpeg } from '../../support/builders.ts'
import { expect } from './kanat.ts'

/** Functions that prepare data for a journey by the API. */

type Headers = Promise<{ Authorization: string }>

const sessions = new WeakMap<APIRequestContext, Map<string, Headers>>()

/** The headers of a session of this user. A journey opens one for each user, because the check of a password takes long on purpose. */
export function signInByApi(request: APIRequestContext, { email, password }: Account): Headers {
  const own = sessions.get(request) ?? new Map<string, Headers>()
  sessions.set(request, own)
  const open = async () => {
    const answer = await request.post('/api/auth/login', { data: { email, password } })
    return { Authorization: `Bearer ${(await answer.json()).token}` }
  }
  const headers = own.get(email) ?? open()
  own.set(email, headers)
  return headers
}

async function post(request: APIRequestContext, account: Account, path: string, body: object) {
  const headers = await signInByApi(request, account)
  const answer = await request.post(path, { headers, ...body })
  expect(answer.status()).toBe(201)
  return answer.json()
}

/** Uploads photos of Karaburun 4 as this user: by default of blade A, room 1 of this year; `fields` override this. */
export async function uploadPhotos(
  request: APIRequestContext,
  account: Account,
  names: string[],
  fields: Record<string, string> = {},
) {
  const bytes = Uint8Array.from(await jpeg())
  const multipart = new FormData()
  for (const [name, value] of Object.entries({ room: '1', blade: 'A', ...fields })) multipart.set(name, value)
  for (const name of names) multipart.append('photos', new File([bytes], name))
  await post(request, account, '/api/turbines/1/photos', { multipart })
}

/**
 * Uploads these files as photos of blade A, room 1 of Karaburun 4 as this user, one after the other.
 *
 * @param place other fields of the upload, such as the year
 */
export async function uploadNamed(
  request: APIRequestContext,
  account: Account,
  files: Record<string, Buffer>,
  place: Record<string, string> = {},
): Promise<Photo[]> {
  const photos: Photo[] = []
  for (const [name, buffer] of Object.entries(files)) {
    const file = { name, mimeType: 'application/octet-stream', buffer }
    const multipart = { room: '1', blade: 'A', ...place, photos: file }
    photos.push((await post(request, account, '/api/turbines/1/photos', { multipart })).data[0])
  }
  return photos
}

/** Adds a user of this role to the company, who has chosen the password. `superadmin` signs in for it. */
export async function addUser(
  request: APIRequestContext,
  superadmin: Account,
  { role, company_id }: { role: Role; company_id: number },
): Promise<Account> {
  const account = { email: `${role}@kanat.example`, password: 'yelkovan' }
  const data = { first_name: 'Deniz', last_name: 'Ak', role, company_id, ...account }
  await post(request, superadmin, '/api/users', { data: { ...data, password: 'poyraz-70' } })
  const login = await request.post('/api/auth/login', { data: { ...account, password: 'poyraz-70' } })
  const headers = { Authorization: `Bearer ${(await login.json()).token}` }
  await request.put('/api/auth/password', { headers, data: { password: account.password } })
  return { id: 0, company_id, ...account }
}

/** Adds a turbine at Çeşme, which the map can show, to the company of this admin. */
export async function addTurbineOnMap(request: APIRequestContext, admin: Account) {
  const turbine = { turbine_name: 'Çeşme 1', city: 'izmir', code: 'CSM-01', location: 'Alaçatı' }
  await addRecord(request, admin, '/api/turbines', { ...turbine, coordinates: '38.3712,26.4519' })
}

/** Adds a finding to Karaburun 4 as this user. */
export async function addFinding(
  request: APIRequestContext,
  account: Account,
  fields: FindingDraft,
): Promise<Finding> {
  return (await post(request, account, '/api/turbines/1/findings', { data: fields })).data
}

/** Publishes the inspection of Karaburun 4 in a year as this user, so that customers see its findings and its state counts. */
export async function publishInspection(
  request: APIRequestContext,
  account: Account,
  year: number,
): Promise<void> {
  const headers = await signInByApi(request, account)
  const path = `/api/turbines/1/inspections/${year}`
  const { data } = await (await request.get(path, { headers })).json()
  const draft = { to: 'published', revision: data.revision, reason: 'Sis vardı.' }
  const answer = await request.post(`${path}/transitions`, { headers, data: draft })
  expect(answer.status()).toBe(200)
}

/** Waits until the reports of the published versions of Karaburun 4 are made: until then, pages with its reports change by themselves. */
export async function awaitReports(request: APIRequestContext, account: Account): Promise<void> {
  const headers = await signInByApi(request, account)
  const unfinished = async () =>
    (await (await request.get('/api/turbines/1/report-jobs', { headers })).json()).data
  await expect.poll(unfinished).toEqual([])
}

/** Uploads a report of Karaburun 4 as this user. */
export async function uploadReport(
  request: APIRequestContext,
  account: Account,
  { name, year, bytes }: { name: string; year: string; bytes: Buffer },
) {
  const multipart = { year, reports: { name, mimeType: 'application/pdf', buffer: bytes } }
  await post(request, account, '/api/turbines/1/reports', { multipart })
}

/** Adds a record as this user, such as a company. `path` is the one of the API. */
export async function addRecord(
  request: APIRequestContext,
  account: Account,
  path: string,
  data: object,
): Promise<{ id: number }> {
  return (await post(request, account, path, { data })).data
}

/** Changes something as this user, such as a finding, and returns the answer's `data`. `path` is the one of the API. */
export async function changeRecord<Data>(
  request: APIRequestContext,
  account: Account,
  method: 'PUT' | 'POST',
  path: string,
  data: object,
): Promise<Data> {
  const headers = await signInByApi(request, account)
  const answer = await request.fetch(path, { method, headers, data })
  expect(answer.status()).toBe(200)
  return (await answer.json()).data
}
