// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { User } from '#domain/user.ts'
import { apiFetch } from '#panel/api/api-fetch.ts'
import { makeQueryClient } from '#panel/api/query-client.ts'
import { clearOnNewUser } from '#panel/session/cached-answers.ts'
import { checkStoredSession } from '#panel/session/session-check.ts'
import { decodeToken, isPastHalf } from '#panel/session/session-token.ts'
import { endSession, openSession, session, sessionEnd } from '#panel/session/stored-session.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const HOUR_S = 3600

const USER: User = {
  id: 7,
  first_name: 'Şule',
  last_name: 'Ağırgöl',
  email: 'sule@example.com',
  role: 'admin',
  company_id: 3,
  company_name: 'Bora Enerji',
  is_active: true,
}

/** A token given `age` hours ago for `life` hours. Its claims carry letters that base64 alone would break. */
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
  endSession('signed-out')
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('before the server is asked', () => {
  it('finds nobody where nothing is stored', () => {
    expect(checkStoredSession(null, NOW)).toBe('missing')
  })

  it.each(['', 'no token', 'a.b.c', 'e30.e30.x'])('takes %j for no token', (token) => {
    expect(checkStoredSession({ token, user: USER }, NOW)).toBe('invalid')
  })

  it('lets no special token pass for a session', () => {
    expect(checkStoredSession({ token: 'mock-token', user: USER }, NOW)).toBe('invalid')
  })

  it('reads the end of a token, and holds a token for ended in that very second', () => {
    expect(checkStoredSession({ token: makeToken({ age: 11.9 }), user: USER }, NOW)).toBe('plausible')
    expect(checkStoredSession({ token: makeToken({ age: 12 }), user: USER }, NOW)).toBe('expired')
  })

  it('asks for the next token once less than half of the life is left', () => {
    const young = decodeToken(makeToken({ age: 5.9 }))
    const old = decodeToken(makeToken({ age: 6.1 }))
    expect(young && isPastHalf(young, NOW)).toBe(false)
    expect(old && isPastHalf(old, NOW)).toBe(true)
  })
})

describe('an answer of 401', () => {
  it('ends the session that asked, here and in the storage', async () => {
    vi.stubGlobal('fetch', answer(401, 'unauthenticated'))
    await expect(apiFetch('/api/turbines')).rejects.toMatchObject({ status: 401, code: 'unauthenticated' })
    expect(session.value).toBeNull()
    expect(sessionEnd.value).toBe('expired')
    expect(localStorage.getItem('kanat.token')).toBeNull()
    expect(localStorage.getItem('kanat.user')).toBeNull()
  })

  it('leaves a session alone that began after the question was asked', async () => {
    const newer = makeToken({ life: 24 })
    vi.stubGlobal('fetch', async () => {
      openSession({ token: newer, user: USER })
      return answer(401, 'unauthenticated')()
    })
    await expect(apiFetch('/api/turbines')).rejects.toThrow()
    expect(session.value?.token).toBe(newer)
  })

  it('to a wrong password ends nothing', async () => {
    vi.stubGlobal('fetch', answer(401, 'LOGIN_ERROR'))
    await expect(apiFetch('/api/auth/login')).rejects.toMatchObject({ code: 'LOGIN_ERROR' })
    expect(session.value).not.toBeNull()
  })
})

it('keeps the session when no answer comes', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(apiFetch('/api/auth/validate-session')).rejects.toMatchObject({
    code: 'network_error',
    status: 0,
  })
  expect(session.value).not.toBeNull()
})

it('sends who is asking and in which language', async () => {
  const fetched = vi.fn(async (_input: RequestInfo | URL, _init?: RequestInit) =>
    Response.json({ success: true }),
  )
  vi.stubGlobal('fetch', fetched)
  await apiFetch('/api/turbines')
  const headers = new Headers(fetched.mock.calls[0]?.[1]?.headers)
  expect(headers.get('Authorization')).toBe(`Bearer ${makeToken({})}`)
  expect(headers.get('Accept-Language')).toMatch(/^(tr|en)$/)
})

it('follows a sign-out in another tab, and shows the next user nothing of the last', () => {
  const queryClient = clearOnNewUser(makeQueryClient())
  queryClient.setQueryData(['turbines'], [])
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: 'kanat.user', newValue: null }))
  expect(session.value).toBeNull()
  expect(queryClient.getQueryData(['turbines'])).toBeUndefined()
})
