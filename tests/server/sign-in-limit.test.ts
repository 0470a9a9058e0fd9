import { expect, it } from 'vitest'
import { type Attempt, SignInLimit } from '#server/auth/sign-in-limit.ts'

const MINUTE = 60_000

/** How many of `count` wrong passwords were looked at. */
function guess(
  limit: SignInLimit,
  count: number,
  account: string,
  address: (n: number) => string,
  now = 0,
): number {
  let looked = 0
  for (let n = 0; n < count; n += 1) {
    const attempt = limit.begin(account, address(n), now)
    if (typeof attempt === 'number') continue
    attempt.failed()
    looked += 1
  }
  return looked
}

const begin = (limit: SignInLimit, account: string, address: string, now = 0) =>
  limit.begin(account, address, now) as Attempt

it('stops guessing at one account from one address, until the window is over', () => {
  const limit = new SignInLimit()
  expect(guess(limit, 20, 'ada', () => '10.0.0.1')).toBe(8)
  expect(limit.begin('ada', '10.0.0.1', 14 * MINUTE)).toBe(60)
  expect(limit.begin('ada', '10.0.0.1', 15 * MINUTE)).toBeTypeOf('object')
})

it('leaves the owner alone while strangers guess, even from the same address', () => {
  const limit = new SignInLimit()
  begin(limit, 'ada', '10.0.0.1').succeeded()
  expect(guess(limit, 500, 'ada', (n) => `10.9.${n}.1`)).toBe(60)
  expect(limit.begin('ada', '10.9.200.1', 0)).toBeGreaterThan(0)
  for (let n = 0; n < 200; n += 1) guess(limit, 1, `user${n}`, () => '10.0.0.1')
  expect(limit.begin('bob', '10.0.0.1', 0)).toBeGreaterThan(0)
  begin(limit, 'ada', '10.0.0.1').succeeded()
})

it('stops one address from trying many accounts, and no other address', () => {
  const limit = new SignInLimit()
  const accounts = Array.from({ length: 200 }, (_, n) => `user${n}`)
  const looked = accounts.filter((account) => guess(limit, 1, account, () => '10.0.0.1') === 1)
  expect(looked).toHaveLength(100)
  expect(limit.begin('user199', '10.0.0.2', 0)).toBeTypeOf('object')
})

it('counts no sign-in that went well or never came to a comparison', () => {
  const limit = new SignInLimit()
  for (let n = 0; n < 200; n += 1) begin(limit, 'ada', '10.0.0.1').succeeded()
  for (let n = 0; n < 200; n += 1) begin(limit, 'bob', '10.0.0.2').withdrawn()
})

it('lets many sign in at once, but not without end', () => {
  const limit = new SignInLimit()
  const open = Array.from({ length: 100 }, () => limit.begin('ada', '10.0.0.1', 0))
  const attempts = open.filter((attempt) => typeof attempt !== 'number')
  expect(attempts).toHaveLength(32)
  for (const attempt of attempts) attempt.withdrawn()
  expect(limit.begin('ada', '10.0.0.1', 0)).toBeTypeOf('object')
})

it('takes all of an IPv6 /64 for one address', () => {
  const limit = new SignInLimit()
  expect(guess(limit, 20, 'ada', (n) => `2001:db8:1:2::${n}`)).toBe(8)
  expect(limit.begin('ada', '2001:db8:1:3::1', 0)).toBeTypeOf('object')
  expect(limit.begin('ada', '2001:db8:1:2:ffff:1:2:3', 0)).toBeGreaterThan(0)
})
