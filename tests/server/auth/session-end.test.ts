import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Client, makeUser, makeVisitor, signIn } from '../../support/builders.ts'
import { TestApp } from '../../support/test-app.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/='

let testApp: TestApp
beforeAll(async () => {
  testApp = await TestApp.open()
})
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => testApp[Symbol.asyncDispose]())

const expOf = (token: string) => JSON.parse(atob(token.split('.')[1] ?? '')).exp as number
const statusOf = async (token: string) =>
  (await new Client(testApp.app, token, '').get('/api/auth/verify')).status

/** Signs a new user in. @returns the token, the cookie and its `Max-Age` in seconds */
async function openSession() {
  const { email, password } = await makeUser(testApp)
  const answer = await makeVisitor(testApp).json('POST', '/api/auth/login', { email, password })
  const { token } = (await answer.json()) as { token: string }
  const cookie = answer.headers.get('Set-Cookie') ?? ''
  return { token, cookie: cookie.split(';')[0] ?? '', maxAge: Number(/Max-Age=(\d+)/.exec(cookie)?.[1]) }
}

/** The status of a request for a missing picture with the cookie: 404 for a signed-in user, else 401. */
const pictureStatus = async (cookie: string) =>
  (await makeVisitor(testApp).get('/media/turbines/1/photos/1-a.jpg', { Cookie: cookie })).status

describe('a session', () => {
  it('ends 30 days after the sign-in, even if it is used and refreshed every hour', async () => {
    const openedAt = Date.now()
    const session = await openSession()
    let { token } = session
    for (let hour = 1; hour < 30 * 24; hour += 1) {
      vi.setSystemTime(openedAt + (hour * DAY_MS) / 24)
      const answer = await new Client(testApp.app, token, '').send('POST', '/api/auth/refresh')
      expect([hour, answer.status]).toEqual([hour, 200])
      ;({ token } = (await answer.json()) as { token: string })
      expect(expOf(token)).toBeLessThanOrEqual((openedAt + 30 * DAY_MS) / 1000)
    }
    expect(await pictureStatus(session.cookie)).toBe(404)
    vi.setSystemTime(openedAt + 30 * DAY_MS)
    expect([await statusOf(token), await pictureStatus(session.cookie)]).toEqual([401, 401])
  })

  it('has a cookie that ends with it', async () => {
    const { maxAge } = await openSession()
    expect(maxAge).toBe((30 * DAY_MS) / 1000)
  })

  it('that an older version of the server has opened also ends 30 days after the sign-in', async () => {
    const { write } = testApp.services.db
    const session = await openSession()
    await write.updateTable('session').set({ expires_at: 4e9 }).execute()
    expect(await statusOf(session.token)).toBe(200)
    await write
      .updateTable('session')
      .set({ created_at: new Date(Date.now() - 30 * DAY_MS).toISOString() })
      .execute()
    expect([await statusOf(session.token), await pictureStatus(session.cookie)]).toEqual([401, 401])
    await write.updateTable('session').set({ expires_at: 4e9 }).execute()
    await testApp.services.sessions.deleteExpired(testApp.services.db.write)
    expect((await testApp.services.db.read.selectFrom('session').selectAll().execute()).length).toBe(0)
  })
})

describe('a token', () => {
  it('is accepted only in its canonical encoding', async () => {
    const { token } = await signIn(testApp, await makeUser(testApp))
    const segments = token.split('.')
    const accepted = new Set<string>()
    for (const [index, segment] of segments.entries()) {
      const last = [...ALPHABET].map((character) => segment.slice(0, -1) + character)
      const longer = ['=', '==', 'A', '.', '%3D', '+', '/', '~'].map((end) => segment + end)
      const other = [`=${segment}`, `${segment.slice(0, 3)}=${segment.slice(3)}`, segment.slice(0, -1)]
      for (const form of [...last, ...longer, ...other]) {
        const forged = segments.map((one, at) => (at === index ? form : one)).join('.')
        if ((await statusOf(forged)) !== 401) accepted.add(forged)
      }
    }
    expect([...accepted]).toEqual([token])
  })

  it('is refused if white space or another token was added', async () => {
    const { token } = await signIn(testApp, await makeUser(testApp))
    const [head = '', claims = '', signature = ''] = token.split('.')
    const forms = [
      `${head} .${claims}.${signature}`,
      `${head}.\t${claims}.${signature}`,
      `${head}.${claims}.${signature.slice(0, 9)} ${signature.slice(9)}`,
      `${token} ${token}`,
      `${token}, Bearer ${token}`,
    ]
    for (const form of forms) expect([form, await statusOf(form)]).toEqual([form, 401])
  })
})
