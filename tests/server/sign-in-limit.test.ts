import { expect, it } from 'vitest'
import { SignInLimit } from '#server/auth/sign-in-limit.ts'

const MINUTE = 60_000
const attempts = (
  limit: SignInLimit,
  count: number,
  account: string,
  address: (n: number) => string,
  now = 0,
) =>
  Array.from({ length: count }, (_, n) => limit.begin(account, address(n), now)).filter((wait) => wait === 0)
    .length

it('stops guessing at one account from one address, until the window is over', () => {
  const limit = new SignInLimit()
  expect(attempts(limit, 20, 'ada', () => '10.0.0.1')).toBe(8)
  expect(limit.begin('ada', '10.0.0.1', 14 * MINUTE)).toBe(60)
  expect(limit.begin('ada', '10.0.0.1', 15 * MINUTE)).toBe(0)
})

it('leaves the owner alone while strangers guess', () => {
  const limit = new SignInLimit()
  limit.begin('ada', '10.0.0.1', 0)
  limit.succeeded('ada', '10.0.0.1', 0)
  expect(attempts(limit, 500, 'ada', (n) => `10.9.${n}.1`)).toBe(60)
  expect(limit.begin('ada', '10.9.200.1', 0)).toBeGreaterThan(0)
  expect(limit.begin('ada', '10.0.0.1', 0)).toBe(0)
})

it('stops one address from trying many accounts, and no other address', () => {
  const limit = new SignInLimit()
  const accounts = Array.from({ length: 100 }, (_, n) => `user${n}`)
  expect(accounts.filter((account) => limit.begin(account, '10.0.0.1', 0) === 0)).toHaveLength(40)
  expect(limit.begin('user99', '10.0.0.2', 0)).toBe(0)
})

it('counts no sign-in that went well', () => {
  const limit = new SignInLimit()
  for (let n = 0; n < 200; n += 1) {
    expect(limit.begin('ada', '10.0.0.1', 0)).toBe(0)
    limit.succeeded('ada', '10.0.0.1', 0)
  }
})

it('takes all of an IPv6 /64 for one address', () => {
  const limit = new SignInLimit()
  expect(attempts(limit, 20, 'ada', (n) => `2001:db8:1:2::${n}`)).toBe(8)
  expect(limit.begin('ada', '2001:db8:1:3::1', 0)).toBe(0)
  expect(limit.begin('ada', '2001:db8:1:2:ffff:1:2:3', 0)).toBeGreaterThan(0)
})
