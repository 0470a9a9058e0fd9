import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { type Account, makeUser, makeVisitor, signIn, signInAs } from '../../support/accounts.ts'
import { setUpApp, testApp } from '../../support/app-setup.ts'

/** The hashes that are computed at this moment, the most so far at one moment, and the number of comparisons. */
const work = vi.hoisted(() => ({ running: 0, mostAtOnce: 0, compared: 0 }))

// The modules of this file are loaded anew, so that they get the hashes that count, and those of the next file get the others.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.doUnmock('@node-rs/argon2')
  vi.resetModules()
})

vi.mock('@node-rs/argon2', async (importOriginal) => {
  const original = await importOriginal<typeof import('@node-rs/argon2')>()
  const counted =
    <Values extends unknown[], Result>(compute: (...values: Values) => Promise<Result>) =>
    async (...values: Values) => {
      work.running += 1
      work.mostAtOnce = Math.max(work.mostAtOnce, work.running)
      try {
        return await compute(...values)
      } finally {
        work.running -= 1
      }
    }
  const verify = counted(original.verify)
  return {
    ...original,
    hash: counted(original.hash),
    verify: (...values: Parameters<typeof original.verify>) => {
      work.compared += 1
      return verify(...values)
    },
  }
})

setUpApp('file', { env: { TRUST_PROXY: '1' } })
beforeEach(() => Object.assign(work, { mostAtOnce: 0, compared: 0 }))

const from = (address: string) => ({ 'X-Forwarded-For': address })
const statusOf = async (answer: Promise<Response>) => (await answer).status
const signInFrom = (address: string, { email }: Account, password: string) =>
  statusOf(makeVisitor(testApp).json('POST', '/api/auth/login', { email, password }, from(address)))

const times = <Result>(count: number, run: (n: number) => Result) =>
  Array.from({ length: count }, (_, n) => run(n))

/** How often each status was answered. */
function tally(statuses: number[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

it('compares eight wrong passwords for an account from a place, also if a hundred arrive at once', async () => {
  const account = await makeUser(testApp)
  const statuses = await Promise.all(times(100, () => signInFrom('10.0.0.1', account, 'not this one')))
  expect(tally(statuses)).toEqual({ 401: 8, 429: 92 })
  expect(work.compared).toBe(8)
})

it('compares sixty wrong passwords for an account, also if they arrive at once from many places', async () => {
  const account = await makeUser(testApp)
  for (let round = 0; round < 4; round += 1) {
    await Promise.all(times(60, (n) => signInFrom(`10.1.${round}.${n}`, account, 'not this one')))
  }
  expect(work.compared).toBe(60)
})

it('compares eight wrong current passwords of a signed-in user, also if a hundred arrive at once', async () => {
  const account = await makeUser(testApp)
  const client = await signIn(testApp, account)
  work.compared = 0
  const change = () =>
    client.json(
      'PUT',
      '/api/auth/password',
      { password: 'yeni-şifre', current_password: 'not this one' },
      from('10.2.0.1'),
    )
  const statuses = await Promise.all(times(100, () => statusOf(change())))
  expect(tally(statuses)).toEqual({ 400: 8, 429: 92 })
  expect(work.compared).toBe(8)
})

it('allows right passwords that arrive at once', async () => {
  const account = await makeUser(testApp)
  const statuses = await Promise.all(times(30, () => signInFrom('10.3.0.1', account, account.password)))
  expect(tally(statuses)).toEqual({ 200: 30 })
})

it('counts the right password of an inactive user as a wrong one', async () => {
  const account = await makeUser(testApp)
  const { write } = testApp.services.db
  await write.updateTable('user').set({ is_active: 0 }).where('id', '=', account.id).execute()
  const statuses: number[] = []
  for (let n = 0; n < 12; n += 1) statuses.push(await signInFrom('10.6.0.1', account, account.password))
  expect(tally(statuses)).toEqual({ 401: 8, 429: 4 })
})

it('computes few hashes at once, whichever calls they come from, and lets few wait', async () => {
  const superadmin = await signInAs(testApp, 'superadmin')
  const accounts = await Promise.all(times(30, () => makeUser(testApp)))
  const clients = await Promise.all(accounts.map((account) => signIn(testApp, account)))
  Object.assign(work, { mostAtOnce: 0 })
  let mostQueued = 0
  const calls = accounts.flatMap((account, n) => [
    () => signInFrom(`10.4.0.${n}`, account, 'not this one'),
    () => signInFrom(`10.5.0.${n}`, account, account.password),
    () => statusOf(superadmin.json('PUT', `/api/users/${account.id}/password`, { password: 'yelkovan' })),
    () =>
      statusOf(
        (clients[n] as (typeof clients)[number]).json('PUT', '/api/auth/password', {
          password: 'yeni-şifre',
          current_password: account.password,
        }),
      ),
    () => statusOf(makeVisitor(testApp).json('POST', '/api/auth/password-reset', { email: account.email })),
  ])
  const answers = calls.map(async (call) => {
    await call()
    mostQueued = Math.max(mostQueued, testApp.services.passwords.queued)
  })
  await Promise.all(answers)
  expect(work.mostAtOnce).toBeLessThanOrEqual(8)
  expect(mostQueued).toBeLessThanOrEqual(64)
})
