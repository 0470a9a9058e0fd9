import { expect, it } from 'vitest'
import { RateLimit } from '#server/core/access/rate-limit.ts'
import { subnet } from '#server/core/access/subnet.ts'
import { type Comparison, FIRST_RANK, Passwords } from '#server/features/auth/password.ts'
import { SignInLimit, type Trust } from '#server/features/auth/sign-in-limit.ts'
import type { AcceptedPassword } from '#server/features/users/accept-password.ts'
import { CountsInMemory } from '#server/infrastructure/database/counts.ts'
import { ApiError } from '#server/infrastructure/errors.ts'

const MINUTE = 60_000
const READY: Comparison = { rank: 1, begin: async () => {}, matched: async () => {} }

/** The seconds until the client may try again, or 0 if the limit allows the attempt. */
async function secondsToWait(attempt: () => Promise<unknown>): Promise<number> {
  try {
    await attempt()
    return 0
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError)
    expect((error as ApiError).code).toBe('too_many_requests')
    return Number((error as ApiError).headers['Retry-After'])
  }
}

/** Sends wrong passwords. @returns how many of them the limit allowed */
async function guess(
  limit: SignInLimit,
  count: number,
  account: string,
  address: (n: number) => string,
): Promise<number> {
  let allowed = 0
  for (let n = 0; n < count; n += 1) {
    const seconds = await secondsToWait(async () => (await begin(limit, account, address(n))).begin())
    if (seconds === 0) allowed += 1
  }
  return allowed
}

const begin = (
  limit: SignInLimit,
  account: string,
  address: string,
  trust: Trust = 'unknown place',
  now = 0,
) => limit.begin(account, address, trust, now)

it('refuses wrong passwords for one account from one address until the window ends', async () => {
  const limit = new SignInLimit(new CountsInMemory())
  expect(await guess(limit, 20, 'ada', () => '10.0.0.1')).toBe(8)
  const waitAt = (now: number) => secondsToWait(() => begin(limit, 'ada', '10.0.0.1', 'unknown place', now))
  expect(await waitAt(14 * MINUTE)).toBe(60)
  expect(await waitAt(15 * MINUTE)).toBe(0)
})

it('allows the owner to sign in at a known place while others guess, even from the same address', async () => {
  const limit = new SignInLimit(new CountsInMemory())
  expect(await guess(limit, 500, 'ada', (n) => `10.9.${n}.1`)).toBe(60)
  expect(await secondsToWait(() => begin(limit, 'ada', '10.9.200.1'))).toBeGreaterThan(0)
  for (let n = 0; n < 200; n += 1) await guess(limit, 1, `user${n}`, () => '10.0.0.1')
  expect(await secondsToWait(() => begin(limit, 'bob', '10.0.0.1'))).toBeGreaterThan(0)
  expect(
    await secondsToWait(async () => (await begin(limit, 'ada', '10.0.0.1', 'known place')).succeeded()),
  ).toBe(0)
})

it('does not count wrong passwords against a mailed password, but limits how often it is sent', async () => {
  const limit = new SignInLimit(new CountsInMemory())
  await guess(limit, 500, 'ada', (n) => `10.9.${n}.1`)
  await guess(limit, 8, 'ada', () => '10.0.0.1')
  for (let n = 0; n < 200; n += 1) await guess(limit, 1, `user${n}`, () => '10.0.0.1')
  for (let n = 0; n < 8; n += 1) await (await begin(limit, 'ada', '10.0.0.1', 'mailed password')).begin()
  expect(await secondsToWait(() => begin(limit, 'ada', '10.0.0.1', 'mailed password'))).toBeGreaterThan(0)
})

it('resets the count of an account and address after a sign-in with a mailed password', async () => {
  const limit = new SignInLimit(new CountsInMemory())
  expect(await guess(limit, 20, 'ada', () => '10.0.0.1')).toBe(8)
  await (await begin(limit, 'ada', '10.0.0.1', 'mailed password')).succeeded()
  expect(await guess(limit, 20, 'ada', () => '10.0.0.1')).toBe(8)
})

it('stops one address from trying many accounts, but not another address', async () => {
  const limit = new SignInLimit(new CountsInMemory())
  const accounts = Array.from({ length: 200 }, (_, n) => `user${n}`)
  let allowed = 0
  for (const account of accounts) allowed += await guess(limit, 1, account, () => '10.0.0.1')
  expect(allowed).toBe(100)
  expect(await secondsToWait(() => begin(limit, 'user199', '10.0.0.2'))).toBe(0)
})

it('does not count attempts that succeeded or were withdrawn', async () => {
  const limit = new SignInLimit(new CountsInMemory())
  for (let n = 0; n < 90; n += 1) await (await begin(limit, 'ada', '10.0.0.1')).succeeded()
  for (let n = 0; n < 200; n += 1) await (await begin(limit, 'bob', '10.0.0.2')).withdrawn()
  expect(await secondsToWait(() => begin(limit, 'ada', '10.0.0.1'))).toBe(0)
  expect(await secondsToWait(() => begin(limit, 'bob', '10.0.0.2'))).toBe(0)
})

it('allows a hundred sign-ins of one account in a window, from all places, and does not show others more', async () => {
  const limit = new SignInLimit(new CountsInMemory())
  for (let n = 0; n < 100; n += 1) await (await begin(limit, 'ada', `10.0.${n}.1`, 'known place')).succeeded()
  const waitAt = (account: string, now: number) =>
    secondsToWait(() => begin(limit, account, '10.9.0.1', 'known place', now))
  expect([await waitAt('ada', 0), await waitAt('bob', 0), await waitAt('ada', 15 * MINUTE)]).toEqual([
    900, 0, 0,
  ])
})

it('lets the attempts of one account at a known place wait behind the first ones of others', async () => {
  const limit = new SignInLimit(new CountsInMemory())
  const own = []
  for (let n = 0; n < 4; n += 1) own.push((await begin(limit, 'ada', '10.0.0.1', 'known place')).rank)
  const other = await begin(limit, 'bob', '10.7.0.1')
  expect(own).toEqual([0, 1, 2, 3])
  expect(other.rank).toBe(1)
})

it('limits the number of pending attempts', async () => {
  const limit = new SignInLimit(new CountsInMemory())
  const pending = await Promise.all(Array.from({ length: 32 }, () => begin(limit, 'ada', '10.0.0.1')))
  expect(await secondsToWait(() => begin(limit, 'ada', '10.0.0.1'))).toBeGreaterThan(0)
  for (const attempt of pending) await attempt.withdrawn()
  expect(await secondsToWait(() => begin(limit, 'ada', '10.0.0.1'))).toBe(0)
})

it('counts all addresses of an IPv6 /64 network as one', async () => {
  const limit = new SignInLimit(new CountsInMemory())
  expect(await guess(limit, 20, 'ada', (n) => subnet(`2001:db8:1:2::${n}`))).toBe(8)
  expect(await secondsToWait(() => begin(limit, 'ada', subnet('2001:db8:1:3::1')))).toBe(0)
  expect(await secondsToWait(() => begin(limit, 'ada', subnet('2001:db8:1:2:ffff:1:2:3')))).toBeGreaterThan(0)
})

it('ranks the first attempt at known places and with mailed passwords first, then addresses by their wrong and pending attempts', async () => {
  const limit = new SignInLimit(new CountsInMemory())
  await guess(limit, 3, 'bob', () => '10.0.0.1')
  expect((await begin(limit, 'ada', '10.0.0.1', 'known place')).rank).toBe(FIRST_RANK)
  expect((await begin(limit, 'eda', '10.0.0.1', 'mailed password')).rank).toBe(FIRST_RANK)
  const begun = ['10.0.0.1', '10.0.0.2', '10.0.0.2'].map((address) => begin(limit, 'cem', address))
  expect((await Promise.all(begun)).map(({ rank }) => rank)).toEqual([4, 1, 3])
})

it('accepts no password for an account without a password', async () => {
  const passwords = new Passwords()
  for (const hash of [undefined, '']) {
    for (const password of ['', ' ', 'x']) expect(await passwords.matches(hash, password, READY)).toBe(false)
  }
  expect(await passwords.matches(await passwords.hash('x' as AcceptedPassword), 'x', READY)).toBe(true)
})

it('allows a number of requests for each key in a window', async () => {
  const limit = new RateLimit(new CountsInMemory(), 'test', 2, MINUTE)
  const waitAt = (key: string, now: number) => secondsToWait(() => limit.countRequest(key, [], now))
  expect(await Promise.all([0, 1, 2, 3].map((second) => waitAt('a', second * 1000)))).toEqual([0, 0, 58, 57])
  expect(await waitAt('b', 3000)).toBe(0)
  expect(await waitAt('a', MINUTE)).toBe(0)
})
