import { describe, expect, it } from 'vitest'
import { subnet } from '#server/access/subnet.ts'
import { FIRST_RANK, Passwords } from '#server/auth/password.ts'
import { RateLimit } from '#server/auth/rate-limit.ts'
import { type Attempt, SignInLimit, type Standing } from '#server/auth/sign-in-limit.ts'
import { TooManyWaiting, Turns } from '#server/auth/turns.ts'

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
    const attempt = limit.begin(account, address(n), 'stranger', now)
    if (typeof attempt === 'number') continue
    attempt.failed()
    looked += 1
  }
  return looked
}

const begin = (limit: SignInLimit, account: string, address: string, standing: Standing = 'stranger') =>
  limit.begin(account, address, standing, 0) as Attempt

it('stops guessing at one account from one address, until the window is over', () => {
  const limit = new SignInLimit()
  expect(guess(limit, 20, 'ada', () => '10.0.0.1')).toBe(8)
  expect(limit.begin('ada', '10.0.0.1', 'stranger', 14 * MINUTE)).toBe(60)
  expect(limit.begin('ada', '10.0.0.1', 'stranger', 15 * MINUTE)).toBeTypeOf('object')
})

it('leaves the owner at a known place alone while strangers guess, even from the same address', () => {
  const limit = new SignInLimit()
  expect(guess(limit, 500, 'ada', (n) => `10.9.${n}.1`)).toBe(60)
  expect(limit.begin('ada', '10.9.200.1', 'stranger', 0)).toBeGreaterThan(0)
  for (let n = 0; n < 200; n += 1) guess(limit, 1, `user${n}`, () => '10.0.0.1')
  expect(limit.begin('bob', '10.0.0.1', 'stranger', 0)).toBeGreaterThan(0)
  begin(limit, 'ada', '10.0.0.1', 'known place').succeeded()
})

it('holds no wrong password against a mailed one, and takes none back and again without end', () => {
  const limit = new SignInLimit()
  guess(limit, 500, 'ada', (n) => `10.9.${n}.1`)
  guess(limit, 8, 'ada', () => '10.0.0.1')
  for (let n = 0; n < 200; n += 1) guess(limit, 1, `user${n}`, () => '10.0.0.1')
  for (let n = 0; n < 8; n += 1) begin(limit, 'ada', '10.0.0.1', 'mailed password').failed()
  expect(limit.begin('ada', '10.0.0.1', 'mailed password', 0)).toBeGreaterThan(0)
})

it('forgives an account its wrong passwords from where it signs in by a mailed one', () => {
  const limit = new SignInLimit()
  expect(guess(limit, 20, 'ada', () => '10.0.0.1')).toBe(8)
  begin(limit, 'ada', '10.0.0.1', 'mailed password').succeeded()
  expect(guess(limit, 20, 'ada', () => '10.0.0.1')).toBe(8)
})

it('stops one address from trying many accounts, and no other address', () => {
  const limit = new SignInLimit()
  const accounts = Array.from({ length: 200 }, (_, n) => `user${n}`)
  const looked = accounts.filter((account) => guess(limit, 1, account, () => '10.0.0.1') === 1)
  expect(looked).toHaveLength(100)
  expect(limit.begin('user199', '10.0.0.2', 'stranger', 0)).toBeTypeOf('object')
})

it('counts no sign-in that went well or never came to a comparison', () => {
  const limit = new SignInLimit()
  for (let n = 0; n < 200; n += 1) begin(limit, 'ada', '10.0.0.1').succeeded()
  for (let n = 0; n < 200; n += 1) begin(limit, 'bob', '10.0.0.2').withdrawn()
})

it('lets many sign in at once, but not without end', () => {
  const limit = new SignInLimit()
  const open = Array.from({ length: 100 }, () => limit.begin('ada', '10.0.0.1', 'stranger', 0))
  const attempts = open.filter((attempt) => typeof attempt !== 'number')
  expect(attempts).toHaveLength(32)
  for (const attempt of attempts) attempt.withdrawn()
  expect(limit.begin('ada', '10.0.0.1', 'stranger', 0)).toBeTypeOf('object')
})

it('takes all of an IPv6 /64 for one address', () => {
  const limit = new SignInLimit()
  expect(guess(limit, 20, 'ada', (n) => subnet(`2001:db8:1:2::${n}`))).toBe(8)
  expect(limit.begin('ada', subnet('2001:db8:1:3::1'), 'stranger', 0)).toBeTypeOf('object')
  expect(limit.begin('ada', subnet('2001:db8:1:2:ffff:1:2:3'), 'stranger', 0)).toBeGreaterThan(0)
})

it('ranks who is known first, then by what an address has against it', () => {
  const limit = new SignInLimit()
  guess(limit, 3, 'bob', () => '10.0.0.1')
  expect(begin(limit, 'ada', '10.0.0.1', 'known place').rank).toBe(FIRST_RANK)
  expect(begin(limit, 'eda', '10.0.0.1', 'mailed password').rank).toBe(FIRST_RANK)
  const ranks = ['10.0.0.1', '10.0.0.2', '10.0.0.2'].map((address) => begin(limit, 'cem', address).rank)
  expect(ranks).toEqual([4, 1, 2])
})

describe('those who wait for their turn', () => {
  /** Work that is done when it is told to, and notes that it began. */
  function work(began: string[], name: string) {
    const { promise, resolve } = Promise.withResolvers<void>()
    const begin = () => {
      began.push(name)
      return promise
    }
    return { begin, finish: resolve }
  }

  it('go by rank, then by who came first', async () => {
    const began: string[] = []
    const turns = new Turns(1, 10)
    const first = work(began, 'first')
    const runs = [turns.run(9, first.begin)]
    for (const [rank, name] of [
      [2, 'c'],
      [1, 'a'],
      [2, 'd'],
      [1, 'b'],
    ] as const) {
      const { begin, finish } = work(began, name)
      finish()
      runs.push(turns.run(rank, begin))
    }
    first.finish()
    await Promise.all(runs)
    expect(began.join(' ')).toBe('first a b c d')
  })

  it('run so many at once and no more, whether or not the work fails', async () => {
    const began: string[] = []
    const turns = new Turns(2, 10)
    const works = ['a', 'b', 'c', 'd'].map((name) => work(began, name))
    const runs = works.map(({ begin }) => turns.run(1, begin))
    await Promise.resolve()
    expect(began).toEqual(['a', 'b'])
    for (const { finish } of works) finish()
    await Promise.all(runs)
    await expect(turns.run(1, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    await turns.run(1, async () => began.push('e'))
    expect(began).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('lose the last of them when they are too many, which need not be the newcomer', async () => {
    const began: string[] = []
    const turns = new Turns(1, 2)
    const running = work(began, 'running')
    const runs = [turns.run(1, running.begin)]
    const wait = (rank: number, name: string) => {
      const run = turns.run(rank, async () => void began.push(name))
      run.catch(() => {})
      return run
    }
    const [suspect, decent] = [wait(5, 'suspect'), wait(1, 'decent')]
    const better = wait(1, 'better')
    await expect(suspect).rejects.toThrow(TooManyWaiting)
    await expect(wait(1, 'late')).rejects.toThrow(TooManyWaiting)
    running.finish()
    await Promise.all([...runs, decent, better])
    expect(began).toEqual(['running', 'decent', 'better'])
  })
})

it('takes no password for that of an account without one', async () => {
  const passwords = new Passwords()
  for (const hash of [undefined, '']) {
    for (const password of ['', ' ', 'x']) expect(await passwords.matches(hash, password, 1)).toBe(false)
  }
  expect(await passwords.matches(await passwords.hash('x'), 'x', 1)).toBe(true)
})

it('lets a key be taken so many times in a window, and no other key pay for it', () => {
  const limit = new RateLimit(2, MINUTE)
  expect([0, 1, 2, 3].map((second) => limit.take('a', second * 1000))).toEqual([0, 0, 58, 57])
  expect(limit.take('b', 3000)).toBe(0)
  expect(limit.take('a', MINUTE)).toBe(0)
})
