import type { Hono } from 'hono'
import pLimit from 'p-limit'
import pino from 'pino'
import { TurbineDraft } from '#domain/turbine.ts'
import { foldName } from '#domain/turkish.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import type { Env } from '#server/env.ts'
import { openServices, type Services } from '#server/services.ts'
import { insertUser } from '#server/users/user-queries.ts'
import { COMPANIES, DEMO_PASSWORD, type DemoUser, TURBINES, USERS } from './demo-data.ts'
import { drawPhotos } from './photo-drawing.ts'
import { type PlannedPhoto, planPhotos } from './photo-plan.ts'

/** A photo is in the portal this long after it was taken, in milliseconds. */
const UPLOADED_AFTER_MS = 26 * 60 * 60 * 1000

/** Most of an upload is waiting for the disk to have it; the server itself bounds how many are decoded at once. */
const UPLOADS_AT_ONCE = 8

/**
 * Fills an empty data folder with the demo: rows by the server's queries, photos through the API's own upload, so that
 * each is received, decoded and stored like any other.
 */
export async function fillDemo(
  dataDir: string,
  progress: (done: number, all: number) => void,
): Promise<void> {
  const services = await openServices(readConfig({ DATA_DIR: dataDir }), pino({ level: 'silent' }))
  try {
    await addCompanies(services)
    await addUsers(services)
    const app = createApp(services)
    const turbines = await addTurbines(app)
    await addPhotos(services, app, turbines, progress)
  } finally {
    services.db.close()
  }
}

async function addCompanies({ db }: Services): Promise<void> {
  const now = new Date().toISOString()
  const rows = COMPANIES.map((company) => ({
    ...company,
    name_folded: foldName(company.name),
    created_at: now,
    updated_at: now,
  }))
  await db.write.insertInto('company').values(rows).execute()
}

async function addUsers({ db, passwords }: Services): Promise<void> {
  // One after the other: the first becomes user 1, whom the server protects.
  for (const user of USERS) {
    await insertUser(db.write, {
      ...user,
      is_active: true,
      password_hash: await passwords.hash(DEMO_PASSWORD),
    })
  }
}

/** @returns the turbines' ids by their codes. */
async function addTurbines(app: Hono<Env>): Promise<Map<string, number>> {
  const token = await signIn(app, accountOf('superadmin'))
  const ids = new Map<string, number>()
  for (const turbine of TURBINES) {
    const { data } = await call<{ data: { id: number } }>(app, '/api/turbines', token, {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(TurbineDraft.parse(turbine)),
    })
    ids.set(turbine.code, data.id)
  }
  await call(app, '/api/auth/logout', token)
  return ids
}

async function addPhotos(
  services: Services,
  app: Hono<Env>,
  turbines: Map<string, number>,
  progress: (done: number, all: number) => void,
): Promise<void> {
  const now = new Date()
  const photos = TURBINES.flatMap((turbine, index) => planPhotos(turbine, index, now))
  const tokens = new Map<number, string>()
  for (const { id } of COMPANIES) tokens.set(id, await signIn(app, accountOf('operator', id)))

  const uploads: Promise<Dated>[] = []
  const limit = pLimit(UPLOADS_AT_ONCE)
  let done = 0
  await drawPhotos(photos, (photo, file) => {
    const upload = limit(async () => {
      const turbine = TURBINES.find(({ code }) => code === photo.turbine)
      const token = tokens.get(turbine?.company_id ?? 0) ?? ''
      const key = await uploadPhoto(app, { photo, file, token, turbineId: turbines.get(photo.turbine) ?? 0 })
      done += 1
      progress(done, photos.length)
      return { key, uploaded_at: new Date(photo.taken.getTime() + UPLOADED_AFTER_MS).toISOString() }
    })
    upload.catch(() => {}) // Awaited below; until then nobody listens.
    uploads.push(upload)
  })
  await setBack(services, await Promise.all(uploads))
  for (const token of tokens.values()) await call(app, '/api/auth/logout', token)
}

interface Dated {
  key: string
  uploaded_at: string
}

/** The demo is made in a minute, but its photos came in over years. */
async function setBack({ db }: Services, photos: readonly Dated[]): Promise<void> {
  await db.write.transaction().execute(async (transaction) => {
    for (const { key, uploaded_at } of photos) {
      await transaction.updateTable('photo').set({ uploaded_at }).where('key', '=', key).execute()
    }
  })
}

/** @returns the photo's key in the store. */
async function uploadPhoto(
  app: Hono<Env>,
  upload: { photo: PlannedPhoto; file: Uint8Array<ArrayBuffer>; token: string; turbineId: number },
): Promise<string> {
  const { photo, file, token, turbineId } = upload
  const form = new FormData()
  form.set('category', photo.category)
  form.set('year', String(photo.taken.getUTCFullYear()))
  form.set('blade', photo.blade)
  if (photo.room !== undefined) form.set('room', String(photo.room))
  form.set('photos', new Blob([file], { type: 'image/jpeg' }), photo.name)
  const path = `/api/turbines/${turbineId}/photos`
  const { data } = await call<{ data: { key: string }[] }>(app, path, token, { body: form })
  return data[0]?.key ?? ''
}

function accountOf(role: DemoUser['role'], companyId?: number): string {
  const user = USERS.find(
    (one) => one.role === role && (companyId === undefined || one.company_id === companyId),
  )
  if (!user) throw new Error(`The demo has no ${role} in company ${companyId}.`)
  return user.email
}

async function signIn(app: Hono<Env>, email: string): Promise<string> {
  const { token } = await call<{ token: string }>(app, '/api/auth/login', undefined, {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  })
  return token
}

/** Posts to the API in this process. @throws when it does not answer with a success. */
async function call<T>(app: Hono<Env>, path: string, token?: string, init: RequestInit = {}): Promise<T> {
  const headers = new Headers(init.headers)
  if (token) headers.set('Authorization', `Bearer ${token}`)
  const response = await app.request(path, { ...init, method: 'POST', headers })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}
