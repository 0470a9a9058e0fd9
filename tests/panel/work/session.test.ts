import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api } from '#panel/api/api-client.ts'
import { checkImage } from '#panel/api/check-image.ts'
import { makeQueryClient } from '#panel/api/query-client.ts'
import { turbineKeys } from '#panel/data/keys.ts'
import { language } from '#panel/preferences/language.ts'
import { theme } from '#panel/preferences/theme.ts'
import { clearOnNewUser } from '#panel/session/cached-answers.ts'
import { checkStoredSession } from '#panel/session/session-check.ts'
import { decodeToken, isPastHalf } from '#panel/session/session-token.ts'
import {
  endSession,
  openSession,
  replaceToken,
  session,
  sessionEnd,
  setPasswordRequired,
} from '#panel/session/stored-session.ts'
import { callerOf } from '../panel-screen.tsx'

const NOW = new Date('2026-11-21T12:00:00Z')
const HOUR_S = 3600

const USER = callerOf({ role: 'admin' })

/** A token issued `age` hours ago for `life` hours. Its claims have letters that need base64url and UTF-8. */
function makeToken({ age = 0, life = 12 }: { age?: number; life?: number }): string {
  const iat = NOW.getTime() / 1000 - age * HOUR_S
  const claims = new TextEncoder().encode(
    JSON.stringify({ iat, exp: iat + life * HOUR_S, note: 'ığüşöç???' }),
  )
  const payload = btoa(String.fromCharCode(...claims))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
  return `e30.${payload}.signature`
}

function answer(status: number, error: string) {
  return vi.fn(async () => Response.json({ success: false, error, message: error }, { status }))
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  openSession({ token: makeToken({}), user: USER })
})
afterEach(() => {
  vi.unstubAllEnvs()
})

describe('the check before the request to the server', () => {
  it('finds no session if the storage is empty', () => {
    expect(checkStoredSession(null, NOW)).toBe('missing')
  })

  it.each(['', 'no token', 'a.b.c', 'e30.e30.x'])('does not accept %j as a token', (token) => {
    expect(checkStoredSession({ token }, NOW)).toBe('invalid')
  })

  it('accepts the mock token only in a build that names it', () => {
    expect(checkStoredSession({ token: 'mock-token' }, NOW)).toBe('invalid')
    vi.stubEnv('PUBLIC_MOCK_TOKEN', '')
    expect(checkStoredSession({ token: '' }, NOW)).toBe('invalid')
    vi.stubEnv('PUBLIC_MOCK_TOKEN', 'mock-token')
    expect(checkStoredSession({ token: 'mock-token' }, NOW)).toBe('plausible')
    expect(checkStoredSession({ token: 'mock-token-2' }, NOW)).toBe('invalid')
  })

  it('reads the expiry of a token; the token has expired in that second', () => {
    expect(checkStoredSession({ token: makeToken({ age: 11.9 }) }, NOW)).toBe('plausible')
    expect(checkStoredSession({ token: makeToken({ age: 12 }) }, NOW)).toBe('expired')
  })

  it('requests the next token when less than half of the lifetime is left', () => {
    const young = decodeToken(makeToken({ age: 5.9 }))
    const old = decodeToken(makeToken({ age: 6.1 }))
    expect(young && isPastHalf(young, NOW)).toBe(false)
    expect(old && isPastHalf(old, NOW)).toBe(true)
  })
})

const CALLS = {
  'the turbine list': () => api.turbines.$get({ query: {} }),
  'a turbine': () => api.turbines[':id'].$get({ param: { id: '1' } }),
  'the photo list': () => api.turbines[':id'].photos.$get({ param: { id: '1' }, query: {} }),
  'a photo deletion': () => api.turbines[':id'].photos.$delete({ param: { id: '1' }, query: { key: 'k' } }),
  'a picture': () => checkImage('/media/turbines/1/a.jpg?w=320'),
  'signing in': () => api.auth.login.$post({ json: { email: 'a@example.com', password: 'wrong' } }),
  'the session check': () => api.auth['validate-session'].$get(),
  'a new token': () => api.auth.refresh.$post(),
}
type Call = keyof typeof CALLS
const EVERY_CALL = Object.keys(CALLS) as Call[]

describe('a refusal', () => {
  async function endAfter(call: Call, status: number, error: string) {
    vi.stubGlobal('fetch', answer(status, error))
    await CALLS[call]().catch(() => undefined)
    return session.value === null ? sessionEnd.value : 'goes on'
  }

  it.each(EVERY_CALL)('with 401 ends the session: %s', async (call) => {
    expect(await endAfter(call, 401, 'unauthenticated')).toBe('expired')
    expect(localStorage.getItem('kanat.token')).toBeNull()
    expect(localStorage.getItem('kanat.user')).toBeNull()
  })

  it.each(EVERY_CALL)('of a wrong password does not end the session: %s', async (call) => {
    expect(await endAfter(call, 401, 'LOGIN_ERROR')).toBe('goes on')
  })

  it.each(EVERY_CALL)(
    'with 403 ends the session only for photos and for the session check: %s',
    async (call) => {
      const ends: Partial<Record<Call, string>> = {
        'the photo list': 'expired',
        'a picture': 'expired',
        'the session check': 'unchecked',
      }
      expect(await endAfter(call, 403, 'forbidden')).toBe(ends[call] ?? 'goes on')
    },
  )

  it.each(EVERY_CALL)(
    'with `password_change_required` does not end the session, but asks for a password: %s',
    async (call) => {
      expect(await endAfter(call, 403, 'password_change_required')).toBe('goes on')
      expect(session.value?.mustChoosePassword).toBe(true)
      expect(JSON.parse(localStorage.getItem('kanat.user') ?? '')).toMatchObject({
        must_change_password: true,
      })
    },
  )

  it.each([
    ...EVERY_CALL.flatMap((call) => [500, 429, 408].map((status) => [call, status] as const)),
    ...EVERY_CALL.filter((call) => call !== 'the session check').map((call) => [call, 404] as const),
  ])('does not end the session: %s with %i', async (call, status) => {
    expect(await endAfter(call, status, 'internal_error')).toBe('goes on')
  })

  it('does not end a session that began after the request was sent', async () => {
    const newer = makeToken({ life: 24 })
    vi.stubGlobal('fetch', async () => {
      openSession({ token: newer, user: USER })
      return answer(401, 'unauthenticated')()
    })
    await expect(CALLS['the turbine list']()).rejects.toThrow()
    expect(session.value?.token).toBe(newer)
  })
})

it('opens no session whose token has expired by a wrong clock, and says so', () => {
  endSession('signed-out')
  vi.setSystemTime(NOW.getTime() + 12 * HOUR_S * 1000)
  openSession({ token: makeToken({}), user: USER })
  expect([session.value, sessionEnd.value]).toEqual([null, 'clock'])
  expect(localStorage.getItem('kanat.token')).toBeNull()
})

it('forgets a stored token without a user in a new page', async () => {
  localStorage.removeItem('kanat.user')
  vi.resetModules()
  const { session } = await import('#panel/session/stored-session.ts')
  expect(session.value).toBeNull()
  expect(localStorage.getItem('kanat.token')).toBeNull()
})

it('keeps the session when no answer comes', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(CALLS['the session check']()).rejects.toMatchObject({ code: 'network_error', status: 0 })
  expect(session.value).not.toBeNull()
})

it('sends the token and the language', async () => {
  const fetched = vi.fn(async (_input: RequestInfo | URL, _init?: RequestInit) =>
    Response.json({ success: true }),
  )
  vi.stubGlobal('fetch', fetched)
  await CALLS['the turbine list']()
  const headers = new Headers(fetched.mock.calls[0]?.[1]?.headers)
  expect(headers.get('Authorization')).toBe(`Bearer ${makeToken({})}`)
  expect(headers.get('Accept-Language')).toMatch(/^(tr|en)$/)
})

it('does not store a new token if another session has begun since the request', () => {
  const other = makeToken({ life: 24 })
  openSession({ token: other, user: { ...USER, id: 8 } })
  replaceToken(makeToken({}), 'of-the-former-user')
  expect(session.value).toMatchObject({ token: other, userId: 8 })
  replaceToken(other, 'renewed')
  expect(session.value).toMatchObject({ token: 'renewed', userId: 8 })
  expect(localStorage.getItem('kanat.token')).toBe('renewed')
})

it('still demands a password if the answer about the one of another user comes late', () => {
  openSession({ token: makeToken({}), user: { ...USER, id: 8, must_change_password: true } })
  setPasswordRequired(USER.id, false)
  expect(session.value).toMatchObject({ userId: 8, mustChoosePassword: true })
  setPasswordRequired(8, false)
  expect(session.value).toMatchObject({ userId: 8, mustChoosePassword: false })
})

it('allows only the modules that own the signals to write them', () => {
  const writeThem = () => {
    // @ts-expect-error read-only
    session.value = null
    // @ts-expect-error read-only
    sessionEnd.value = null
    // @ts-expect-error read-only
    language.value = 'tr'
    // @ts-expect-error read-only
    theme.value = 'dark'
  }
  // The type check is the test: if a line above compiles, `@ts-expect-error` is an error.
  expect(writeThem).toBeTypeOf('function')
})

it('follows a sign-out in another tab, and the next user sees no data of the last one', () => {
  const queryClient = clearOnNewUser(makeQueryClient())
  queryClient.setQueryData(turbineKeys.list(), [])
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: 'kanat.user', newValue: null }))
  expect(session.value).toBeNull()
  expect(queryClient.getQueryData(turbineKeys.list())).toBeUndefined()
})
