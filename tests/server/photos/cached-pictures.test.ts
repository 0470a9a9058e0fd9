import { beforeEach, expect, it, vi } from 'vitest'
import type { Photo } from '#domain/photo.ts'
import { type Account, type Client, makeUser, makeVisitor, signIn, signInAs } from '../../support/accounts.ts'
import { company, operator, setUpTurbine, testApp, turbine } from '../../support/app-setup.ts'
import { jpeg, makeCompany } from '../../support/builders.ts'

setUpTurbine()

let photo: Photo
let thumbnail: string
let account: Account
/** Signed in with the cookie alone, as an `<img>` is. */
let cookie: string
let viewer: Client

beforeEach(async () => {
  photo = await operator.uploadPhoto(turbine, 'a.jpg', await jpeg())
  thumbnail = photo.thumb_url ?? ''
  account = await makeUser(testApp, { role: 'viewer', company_id: company })
  viewer = await signIn(testApp, account)
  cookie = viewer.cookie
})

const get = (address = thumbnail, headers = {}) =>
  makeVisitor(testApp).get(address, { Cookie: cookie, ...headers })

const hits = async () => {
  const { text } = await testApp.services.metrics.text()
  return Number(/answers_total{result="hit"} (\d+)/.exec(text)?.[1])
}

it('is the same as the one from the disk, with all headers', async () => {
  const made = await get()
  const before = await hits()
  const remembered = await get()
  expect(await hits()).toBe(before + 1)
  expect(await remembered.arrayBuffer()).toEqual(await made.arrayBuffer())
  const without = ({ headers }: Response) =>
    Object.fromEntries([...headers].filter(([name]) => name !== 'x-request-id' && name !== 'content-length'))
  expect(without(remembered)).toEqual(without(made))
  expect(without(remembered)).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'same-origin',
  })
  const etag = remembered.headers.get('ETag') ?? ''
  const unchanged = await get(thumbnail, { 'If-None-Match': etag })
  expect([unchanged.status, unchanged.headers.get('ETag')]).toEqual([304, etag])
})

it('is not used for a part, for HEAD or for a larger picture', async () => {
  await get()
  const before = await hits()
  expect((await get(thumbnail, { Range: 'bytes=0-9' })).status).toBe(206)
  expect((await viewer.send('HEAD', thumbnail)).headers.get('Content-Length')).toMatch(/^\d+$/)
  expect((await get(`${photo.url}?w=1280`)).headers.get('Content-Type')).toBe('image/jpeg')
  expect((await get(`${thumbnail}&w=1280`)).status).toBe(400)
  expect((await get(photo.url)).headers.get('ETag')).toBe(`"${photo.sha256}"`)
  expect(await hits()).toBe(before)
})

it('is gone with the next request after its photo is deleted', async () => {
  for (const time of ['made', 'remembered']) expect([time, (await get()).status]).toEqual([time, 200])
  const admin = await signInAs(testApp, 'admin', company)
  const { ok } = await admin.send('DELETE', `/api/turbines/${turbine}/photos?key=${photo.key}`)
  expect(ok).toBe(true)
  expect((await get()).status).toBe(404)
})

it('is not shown to another company, whoever asked before', async () => {
  const stranger = await signInAs(testApp, 'viewer', await makeCompany(testApp))
  for (const time of [1, 2]) {
    expect([time, (await get()).status]).toEqual([time, 200])
    expect([time, (await stranger.get(thumbnail)).status]).toEqual([time, 404])
  }
})

it('is refused when the session of the cookie ends, by a sign-out, by the role or by the time', async () => {
  expect((await get()).status).toBe(200)
  vi.useFakeTimers({ now: Date.now() + 31 * 24 * 60 * 60 * 1000, toFake: ['Date'] })
  expect((await get()).status).toBe(401)
  vi.useRealTimers()

  cookie = (await signIn(testApp, account)).cookie
  expect((await get()).status).toBe(200)
  const { write } = testApp.services.db
  await write.updateTable('user').set({ is_active: 0 }).where('id', '=', account.id).execute()
  expect((await get()).status).toBe(401)
  await write.updateTable('user').set({ is_active: 1 }).where('id', '=', account.id).execute()

  const other = await signIn(testApp, account)
  cookie = other.cookie
  expect((await get()).status).toBe(200)
  await other.json('POST', '/api/auth/logout', {})
  expect((await get()).status).toBe(401)
})

it('does not let the API take a cookie that was checked for a picture', async () => {
  expect((await get()).status).toBe(200)
  for (const Authorization of [`Bearer ${cookie}`, `Bearer cookie ${cookie}`, cookie]) {
    expect((await makeVisitor(testApp).get('/api/turbines', { Authorization, Cookie: cookie })).status).toBe(
      401,
    )
  }
})
