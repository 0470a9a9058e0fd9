/**
 * Walks every call of the app, as every role, about records of one's own company, of another one, about none, and about
 * those of the wrong parent, and compares with the table of permissions. What is refused leaves no trace.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Hono } from 'hono'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isOpen, may, PERMISSIONS, ROLES, type Role } from '#domain/permissions.ts'
import { permit } from '#server/access/authenticate.ts'
import { answers } from '#server/answers.ts'
import { type Call, callsOf } from '#server/calls.ts'
import { insertComment } from '#server/comments/comment-queries.ts'
import type { Env } from '#server/env.ts'
import { insertPhoto } from '#server/photos/photo-queries.ts'
import { insertReport } from '#server/reports/report-queries.ts'
import {
  type Account,
  type Client,
  House,
  jpeg,
  makeCompany,
  makeTurbine,
  makeUser,
  nobody,
  readError,
  signIn,
} from '../builders.ts'

/** The records a call may be about. */
interface Place {
  turbine: number
  photo: string
  photoId: number
  report: number
  reportKey: string
  comment: number
  company: number
  user: number
}

/** How to call something rightly. `about` is what the address names: it decides what is not found. */
interface Example {
  about?: 'turbine' | 'photo' | 'report' | 'comment' | 'company' | 'user'
  /** What follows the address, where that needs more than its ids. */
  query?: (place: Place) => string
  body?: (place: Place) => unknown
}

const turbine = { city: 'izmir', code: 'T1', location: 'Karaburun' }
let emails = 0
let sent = 0

const EXAMPLES: Record<string, Example> = {
  'POST /api/auth/login': { body: () => ({ email: guest.email, password: guest.password }) },
  'POST /api/auth/logout': {},
  'POST /api/auth/refresh': {},
  'GET /api/auth/verify': {},
  'GET /api/auth/validate-session': {},
  'GET /api/auth/profile': {},
  'POST /api/auth/password-reset': { body: () => ({ email: 'nobody@kanat.example' }) },
  'PUT /api/auth/password': { body: () => ({ current_password: guest.password, password: guest.password }) },
  'GET /api/turbines': {},
  'POST /api/turbines': { body: ({ company }) => ({ ...turbine, company_id: company }) },
  'GET /api/turbines/:id': { about: 'turbine' },
  'PUT /api/turbines/:id': { about: 'turbine', body: () => turbine },
  'DELETE /api/turbines/:id': { about: 'turbine' },
  'GET /api/turbines/:id/photos': { about: 'turbine' },
  'GET /api/turbines/:id/photos/:photoId': { about: 'photo' },
  'POST /api/turbines/:id/photos': { about: 'turbine', body: () => photoForm() },
  'DELETE /api/turbines/:id/photos': { about: 'photo', query: ({ photo }) => `?key=${photo}` },
  'GET /api/turbines/:id/reports': { about: 'turbine' },
  'POST /api/turbines/:id/reports': { about: 'turbine', body: () => reportForm() },
  'DELETE /api/turbines/:id/reports/:reportId': { about: 'report' },
  'GET /api/turbines/:id/comments': { about: 'turbine' },
  'POST /api/turbines/:id/comments': { about: 'turbine', body: () => ({ comment: 'x' }) },
  'PUT /api/turbines/:id/comments/:commentId': { about: 'comment', body: () => ({ comment: 'y' }) },
  'DELETE /api/turbines/:id/comments/:commentId': { about: 'comment' },
  'GET /api/companies': {},
  'POST /api/companies': { body: () => ({ name: `Poyraz ${++emails}` }) },
  'PUT /api/companies/:id': { about: 'company', body: () => ({ phone: '1' }) },
  'DELETE /api/companies/:id': { about: 'company' },
  'GET /api/users': {},
  'POST /api/users': {
    body: ({ company }) => ({
      first_name: 'Ada',
      last_name: 'Yel',
      email: `walker${++emails}@kanat.example`,
      password: 'yelkovan',
      role: 'viewer',
      company_id: company,
    }),
  },
  'PUT /api/users/:id': { about: 'user', body: () => ({ first_name: 'Deniz' }) },
  'PUT /api/users/:id/password': { about: 'user', body: () => ({ password: 'yelkovan' }) },
  'DELETE /api/users/:id': { about: 'user' },
  'GET /api/audit': {},
  'POST /api/contact': { body: () => ({ name: 'Ada', subject: 'x', message: 'y' }) },
  'GET /api/health': {},
  'GET /api/openapi.json': {},
  'GET /api/docs': {},
  'GET /api/docs/:file': {},
  'GET /metrics': {},
  'GET /media/turbines/:id/reports/:name': { about: 'report' },
  'GET /media/:key{.+}': { about: 'photo' },
}

/** What the whole app answers beside its calls. */
const PAGES = ['GET *', 'GET /*']

let house: House
let own: number
let foreign: number
let guest: Account
let calls: Call[]
const accounts = {} as Record<Role, Account>

beforeAll(async () => {
  house = await House.open({ TRUST_PROXY: '1' })
  // Thousands of small writes, and nobody kills this process.
  await sql`pragma synchronous = off`.execute(house.services.db.write)
  own = await makeCompany(house)
  foreign = await makeCompany(house)
  await makeUser(house, { role: 'superadmin' })
  guest = await makeUser(house, { company_id: own })
  for (const role of ROLES) accounts[role] = await makeUser(house, { role, company_id: own })
  calls = callsOf(house.app.routes.filter(({ method, path }) => !PAGES.includes(`${method} ${path}`)))
})
afterAll(() => house[Symbol.asyncDispose]())

const photoForm = async () => {
  const form = new FormData()
  form.set('room', '1')
  form.append('photos', new Blob([Uint8Array.from(await jpeg({ width: 8, height: 8 }))]), 'new.jpg')
  return form
}
const reportForm = () => {
  const form = new FormData()
  form.set('year', '2026')
  form.append('reports', new Blob(['%PDF-1.7\n%%EOF\n']), 'new.pdf')
  return form
}

/** A turbine of the company with one of everything, and a user of it, written by `author`. */
async function furnish(company_id: number, author: number): Promise<Place> {
  const { db, store } = house.services
  const id = await makeTurbine(house, { company_id })
  const now = new Date().toISOString()
  const photo = `turbines/${id}/photos/1-a.jpg`
  const reportKey = `turbines/${id}/reports/1-a.pdf`
  for (const key of [photo, reportKey]) {
    await mkdir(dirname(store.pathOf(key)), { recursive: true })
    await writeFile(store.pathOf(key), 'x')
  }
  const file = { turbine_id: id, year: 2026, sha256: 'x', uploaded_at: now, uploader_id: null }
  const { id: photoId } = await insertPhoto(db.write, {
    ...file,
    key: photo,
    original_name: 'a.jpg',
    category: 'blade',
    room: '1',
    blade: 'A',
    month: 1,
    media_type: 'image/jpeg',
    size: 1,
    width: 8,
    height: 8,
    uploader_name: '',
    uploader_email: '',
  })
  const report = await insertReport(db.write, {
    ...file,
    key: reportKey,
    original_filename: 'a.pdf',
    file_size_bytes: 1,
    first_name: '',
    last_name: '',
  })
  const comment = await insertComment(db.write, {
    turbine_id: id,
    user_id: author,
    user_name: '',
    comment: 'x',
  })
  const user = await makeUser(house, { company_id })
  return {
    turbine: id,
    photo,
    photoId,
    report: report.id,
    reportKey,
    comment: comment.id,
    company: company_id,
    user: user.id,
  }
}

const MISSING: Place = {
  turbine: 99999,
  photo: 'turbines/99999/photos/1-a.jpg',
  photoId: 99999,
  report: 99999,
  reportKey: 'turbines/99999/reports/1-a.pdf',
  comment: 99999,
  company: 99999,
  user: 99999,
}

function address({ path }: Call, example: Example, place: Place): string {
  const id = example.about === 'user' || example.about === 'company' ? place[example.about] : place.turbine
  const filled = path
    .replace(':key{.+}', place.photo)
    .replace(':photoId', String(place.photoId))
    .replace(':reportId', String(place.report))
    .replace(':commentId', String(place.comment))
    .replace('turbines/:id/reports/:name', place.reportKey)
    .replace(':id', String(id))
    .replace(':file', 'swagger-ui.css')
  return filled + (example.query?.(place) ?? '')
}

async function send(client: Client, call: Call, example: Example, place: Place): Promise<Response> {
  const path = address(call, example, place)
  const body = await example.body?.(place)
  // From everywhere, so that nobody is told to wait.
  const headers = { 'X-Forwarded-For': `10.0.${++sent >> 8}.${sent & 255}` }
  if (body === undefined) return client.send(call.method, path, undefined, headers)
  if (!(body instanceof FormData)) return client.json(call.method, path, body, headers)
  const encoded = new Response(body)
  const type = { 'Content-Type': encoded.headers.get('Content-Type') ?? '' }
  return client.send(call.method, path, await encoded.arrayBuffer(), { ...headers, ...type })
}

const nameOf = ({ method, path }: Call) => `${method} ${path}`
const exampleOf = (call: Call): Example => {
  const example = EXAMPLES[nameOf(call)]
  if (!example) throw new Error(`EXAMPLES does not say how to call ${nameOf(call)}.`)
  return example
}

it('knows how to call every route, and no route begins without a permit', () => {
  expect(calls.map(nameOf).sort()).toEqual(Object.keys(EXAMPLES).sort())
  const forgetful = new Hono<Env>().get('/open', (c) => c.text('hello'))
  expect(() => callsOf(forgetful.routes)).toThrow('GET /open does not begin with a permit.')
  const silent = new Hono<Env>().get('/shut', permit('user.read'), (c) => c.text('hello'))
  expect(() => callsOf(silent.routes)).toThrow('GET /shut does not say what it answers.')
  const right = new Hono<Env>().get('/shut', permit('user.read'), answers('Greet.', 200), (c) => c.text(''))
  expect(callsOf(right.routes)).toMatchObject([{ method: 'GET', path: '/shut', action: 'user.read' }])
})

it('uses every action of the table', () => {
  expect([...new Set(calls.map(({ action }) => action))].sort()).toEqual(Object.keys(PERMISSIONS).sort())
})

describe('without a token', () => {
  it('answers what is open, and 401 for everything else', async () => {
    const place = await furnish(own, guest.id)
    const before = await house.contents()
    for (const call of calls.filter(({ action }) => !isOpen(action))) {
      const answer = await send(nobody(house), call, exampleOf(call), place)
      expect([nameOf(call), ...(await readError(answer))]).toEqual([nameOf(call), 401, 'unauthenticated'])
    }
    expect(await house.contents()).toEqual(before)
    for (const call of calls.filter(({ action }) => isOpen(action) && action !== 'metrics.read')) {
      const { status } = await send(nobody(house), call, exampleOf(call), place)
      expect([nameOf(call), status]).toEqual([nameOf(call), 200])
    }
  })
})

it('lets nobody do anything before they chose the password they owe', async () => {
  const account = await makeUser(house, { role: 'superadmin', company_id: own })
  const client = await signIn(house, account)
  const place = await furnish(own, account.id)
  await house.services.db.write
    .updateTable('user')
    .set({ must_change_password: 1 })
    .where('id', '=', account.id)
    .execute()
  const before = await house.contents()
  const allowed = ['password.change', 'session.end']
  for (const call of calls.filter(({ action }) => !isOpen(action) && !allowed.includes(action))) {
    const answer = await send(client, call, exampleOf(call), place)
    expect([nameOf(call), ...(await readError(answer))]).toEqual([
      nameOf(call),
      403,
      'password_change_required',
    ])
  }
  expect(await house.contents()).toEqual(before)
})

describe.each(ROLES)('as %s', (role) => {
  const viewer = () => ({ id: accounts[role].id, role, company_id: own })

  it('may do to the company’s own records what the table says, and is noted for every change', async () => {
    for (const call of calls.filter(({ action }) => action !== 'metrics.read')) {
      const place = await furnish(own, accounts[role].id)
      if (call.path === '/api/companies/:id' && call.method === 'DELETE')
        place.company = await makeCompany(house)
      const client = await signIn(house, call.action === 'password.change' ? guest : accounts[role])
      const before = await house.contents()
      const answer = await send(client, call, exampleOf(call), place)
      const after = await house.contents()
      if (may(viewer(), call.action, own)) {
        expect([nameOf(call), answer.status]).toEqual([nameOf(call), expect.toSatisfy(isSuccess)])
        const noted = (after.rows.audit?.length ?? 0) - (before.rows.audit?.length ?? 0)
        const changes = call.method !== 'GET' && call.action !== 'session.use'
        expect([nameOf(call), noted]).toEqual([nameOf(call), changes ? 1 : 0])
      } else {
        expect([nameOf(call), ...(await readError(answer))]).toEqual([nameOf(call), 403, 'forbidden'])
        expect(after).toEqual(before)
      }
    }
  })

  it('finds another company’s records only where the table reaches so far, and cannot tell them from missing ones', async () => {
    const client = await signIn(house, accounts[role])
    for (const call of calls.filter((each) => exampleOf(each).about !== undefined)) {
      const place = await furnish(foreign, accounts[role].id)
      if (call.path === '/api/companies/:id' && call.method === 'DELETE')
        place.company = await makeCompany(house)
      const before = await house.contents()
      const answer = await send(client, call, exampleOf(call), place)
      if (may(viewer(), call.action, foreign)) {
        expect([nameOf(call), answer.status]).toEqual([nameOf(call), expect.toSatisfy(isSuccess)])
        continue
      }
      const missing = await send(client, call, exampleOf(call), MISSING)
      const text = await answer.text()
      expect([nameOf(call), answer.status, text]).toEqual([
        nameOf(call),
        missing.status,
        await missing.text(),
      ])
      const expected = may(viewer(), call.action, own) ? `${missingThing(call)}_not_found` : 'forbidden'
      expect([nameOf(call), JSON.parse(text).error]).toEqual([nameOf(call), expected])
      expect(await house.contents()).toEqual(before)
    }
  })

  it('finds nothing of a turbine below another one', async () => {
    const client = await signIn(house, accounts[role])
    const children = calls.filter((each) => /photo|report|comment/.test(exampleOf(each).about ?? ''))
    for (const call of children.filter(({ path }) => path.startsWith('/api'))) {
      const { about } = exampleOf(call)
      const place = await furnish(own, accounts[role].id)
      const parent = (await furnish(own, accounts[role].id)).turbine
      const before = await house.contents()
      const answer = await send(client, call, exampleOf(call), { ...place, turbine: parent })
      const expected = may(viewer(), call.action, own) ? [404, `${about}_not_found`] : [403, 'forbidden']
      expect([nameOf(call), ...(await readError(answer))]).toEqual([nameOf(call), ...expected])
      expect(await house.contents()).toEqual(before)
    }
  })

  it('puts nothing into another company or one that does not exist, but where the table reaches so far', async () => {
    const client = await signIn(house, accounts[role])
    for (const call of calls.filter(({ action }) => action === 'turbine.add' || action === 'user.add')) {
      for (const company of [foreign, MISSING.company]) {
        const before = await house.contents()
        const answer = await send(client, call, exampleOf(call), { ...MISSING, company })
        if (may(viewer(), call.action, foreign)) {
          expect([nameOf(call), answer.status]).toEqual([nameOf(call), company === foreign ? 201 : 404])
          continue
        }
        expect([nameOf(call), ...(await readError(answer))]).toEqual([nameOf(call), 403, 'forbidden'])
        expect(await house.contents()).toEqual(before)
      }
    }
  })
})

function isSuccess(status: number): boolean {
  return status === 200 || status === 201
}

/** What is said to be missing where the whole place is: the turbine before what belongs to it, but for files. */
function missingThing(call: Call): string {
  const about = exampleOf(call).about as string
  return call.path.startsWith('/api/turbines') ? 'turbine' : about
}
