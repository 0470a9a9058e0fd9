import { SqliteError } from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Client, makeUser, makeVisitor, signIn } from '../../support/accounts.ts'
import { setUpApp, testApp } from '../../support/app-setup.ts'
import { TestApp } from '../../support/test-app.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/='

setUpApp('file')
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

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

/** A request that a person causes. */
const use = async (token: string) => (await new Client(testApp.app, token, '').get('/api/turbines')).status

const endOfRows = async () =>
  (await testApp.services.db.read.selectFrom('session').select('expires_at').execute()).map(
    ({ expires_at }) => expires_at * 1000,
  )

describe('a session without use', () => {
  beforeEach(() => testApp.services.db.write.deleteFrom('session').execute())

  it('ends after 12 hours, counted from the last use', async () => {
    const openedAt = Date.now()
    const { token, cookie } = await openSession()
    vi.setSystemTime(openedAt + 11 * HOUR_MS)
    expect(await use(token)).toBe(200)
    vi.setSystemTime(openedAt + 22 * HOUR_MS)
    expect(await pictureStatus(cookie)).toBe(404)
    vi.setSystemTime(openedAt + 34 * HOUR_MS)
    expect([await use(token), await pictureStatus(cookie)]).toEqual([401, 401])
  })

  it('ends although an open page refreshes its token and checks its session', async () => {
    const openedAt = Date.now()
    let { token } = await openSession()
    const answers: number[] = []
    for (let hour = 1; hour <= 12; hour += 1) {
      vi.setSystemTime(openedAt + hour * HOUR_MS)
      const client = new Client(testApp.app, token, '')
      await client.get('/api/auth/validate-session')
      const answer = await client.send('POST', '/api/auth/refresh')
      answers.push(answer.status)
      if (answer.ok) ({ token } = (await answer.json()) as { token: string })
    }
    expect(answers).toEqual([...Array(11).fill(200), 401])
  })

  it('is written only once in half an hour, because each commit makes remembered answers old', async () => {
    const openedAt = Date.now()
    const { token } = await openSession()
    const first = await endOfRows()
    const revision = await testApp.services.db.revision()
    for (let minute = 1; minute < 30; minute += 1) {
      vi.setSystemTime(openedAt + minute * 60_000)
      expect(await use(token)).toBe(200)
    }
    expect([await endOfRows(), await testApp.services.db.revision()]).toEqual([first, revision])
    vi.setSystemTime(openedAt + 31 * 60_000)
    await Promise.all([use(token), use(token), use(token)])
    const [end = 0] = await endOfRows()
    expect(end - (first[0] ?? 0)).toBeGreaterThanOrEqual(30 * 60_000)
  })

  it('that a former version has opened ends 12 hours after the upgrade', async () => {
    const { token, cookie } = await openSession()
    await testApp.services.db.write
      .updateTable('session')
      .set({ expires_at: Math.floor((Date.now() + 30 * DAY_MS) / 1000) })
      .execute()
    await testApp.services.sessions.deleteExpired(testApp.services.db.write)
    vi.setSystemTime(Date.now() + 12 * HOUR_MS + 1000)
    expect([await statusOf(token), await pictureStatus(cookie)]).toEqual([401, 401])
  })

  it('is still answered if the use cannot be written', async () => {
    const openedAt = Date.now()
    const { token } = await openSession()
    const { write } = testApp.services.db
    const full = new SqliteError('database or disk is full', 'SQLITE_FULL')
    const failing = vi.spyOn(write, 'transaction').mockImplementation(() => {
      throw full
    })
    vi.setSystemTime(openedAt + 2 * HOUR_MS)
    expect(await use(token)).toBe(200)
    expect(failing).toHaveBeenCalledOnce()
    failing.mockRestore()
  })
})

it('a session ends as the server is configured', async () => {
  await using strict = await TestApp.open({ SESSION_IDLE_HOURS: '1', SESSION_DAYS: '1' })
  const openedAt = Date.now()
  let { token } = await signIn(strict, await makeUser(strict))
  const { token: unused } = await signIn(strict, await makeUser(strict))
  const client = (token: string) => new Client(strict.app, token, '')
  const answers: number[] = []
  for (let half = 1; half <= 48; half += 1) {
    vi.setSystemTime(openedAt + (half * HOUR_MS) / 2)
    answers.push((await client(token).get('/api/turbines')).status)
    const refreshed = await client(token).send('POST', '/api/auth/refresh')
    if (refreshed.ok) ({ token } = (await refreshed.json()) as { token: string })
    if (half === 2) expect((await client(unused).get('/api/turbines')).status).toBe(401)
  }
  expect(answers).toEqual([...Array(47).fill(200), 401])
})

describe('a session', () => {
  it('ends 30 days after the sign-in, even if it is used and refreshed every hour', async () => {
    const openedAt = Date.now()
    const session = await openSession()
    let { token } = session
    for (let hour = 1; hour < 30 * 24; hour += 1) {
      vi.setSystemTime(openedAt + (hour * DAY_MS) / 24)
      const answer = await new Client(testApp.app, token, '').send('POST', '/api/auth/refresh')
      expect([hour, answer.status, await use(token)]).toEqual([hour, 200, 200])
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
