/** What was stored while the clock was ahead must not make anybody wait longer than usual when the clock is right again. */
import pino from 'pino'
import { afterEach, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { rememberPlace } from '#server/core/access/known-places.ts'
import { RateLimit } from '#server/core/access/rate-limit.ts'
import { openJobs } from '#server/core/jobs/open-jobs.ts'
import { countUnfinished, insertPartialUpload } from '#server/core/uploads/partial-upload-queries.ts'
import { isMailedPassword, storeMailedPassword } from '#server/features/auth/mailed-password-queries.ts'
import { SignInLimit } from '#server/features/auth/sign-in-limit.ts'
import { getOrder, insertOrder } from '#server/features/photos/archive/archive-orders.ts'
import type { ApiError } from '#server/infrastructure/errors.ts'
import { makeUser, makeVisitor } from '../../support/accounts.ts'
import { setUpApp, testApp } from '../../support/app-setup.ts'
import { makeCompany, makeTurbine } from '../../support/builders.ts'
import { isOnPostgres } from '../../support/servers/test-databases.ts'

const MINUTE = 60_000
const TWO_DAYS = 2 * 24 * 60 * MINUTE

setUpApp('file', { env: { TRUST_PROXY: '1' } })
afterEach(() => vi.useRealTimers())

/** Runs `work` with a clock that is ahead. Timers go on in real time. */
async function ahead<Result>(work: () => Promise<Result>, ms = TWO_DAYS): Promise<Result> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
  try {
    return await work()
  } finally {
    vi.useRealTimers()
  }
}

async function secondsToWait(attempt: () => Promise<unknown>): Promise<number> {
  try {
    await attempt()
    return 0
  } catch (error) {
    return Number((error as ApiError).headers['Retry-After'])
  }
}

it('ends the wait of every limit within its window', async () => {
  const { counts } = testApp.services.db
  const start = Date.now()
  const signInLimit = new SignInLimit(counts)
  const guess = async (now: number) =>
    (await signInLimit.begin('ada', '10.0.0.1', 'unknown place', now)).begin()
  const rateLimit = new RateLimit(counts, 'test-of-the-clock', 8, 15 * MINUTE)
  for (const attempt of [guess, (now: number) => rateLimit.countRequest('ada', [], now)]) {
    for (let n = 0; n < 8; n += 1) expect(await secondsToWait(() => attempt(start + TWO_DAYS))).toBe(0)
    expect(await secondsToWait(() => attempt(start))).toBe(15 * 60)
    // Waiting does not begin again with each attempt.
    expect(await secondsToWait(() => attempt(start + 5 * MINUTE))).toBe(10 * 60)
    expect(await secondsToWait(() => attempt(start + 15 * MINUTE))).toBe(0)
  }
})

it('allows the right password a quarter of an hour after the clock was corrected', async () => {
  const account = await makeUser(testApp)
  const from = { 'X-Forwarded-For': '10.0.0.7' }
  const signInWith = async (password: string) =>
    (await makeVisitor(testApp).json('POST', '/api/auth/login', { email: account.email, password }, from))
      .status
  await ahead(async () => {
    for (let n = 0; n < 8; n += 1) expect(await signInWith('not this one')).toBe(401)
  })
  expect(await signInWith(account.password)).toBe(429)
  expect(await ahead(() => signInWith(account.password), 15 * MINUTE + 1000)).toBe(200)
})

it('mails another password at once, and the one of the wrong time is not valid for longer', async () => {
  const account = await makeUser(testApp)
  const { transactions, db } = testApp.services
  const store = (stored: string) =>
    transactions.run((writer) => storeMailedPassword(writer, account.id, stored))
  await ahead(() => store('wrong time'))
  expect(await isMailedPassword(db.read, account.id, 'wrong time')).toBe(false)
  expect(await store('right time')).toBeDefined()
  expect(await isMailedPassword(db.read, account.id, 'right time')).toBe(true)
  expect(await ahead(() => isMailedPassword(db.read, account.id, 'wrong time'), TWO_DAYS)).toBe(false)
})

it('knows the place of a new sign-in beside twenty places of the wrong time', async () => {
  const account = await makeUser(testApp)
  const { write, read } = testApp.services.db
  const wrong = new Date(Date.now() + TWO_DAYS)
  for (let n = 0; n < 20; n += 1) await rememberPlace(write, account.id, `10.0.1.${n}`, wrong)
  await rememberPlace(write, account.id, '10.0.2.1')
  const places = await read
    .selectFrom('known_place')
    .select('place')
    .where('user_id', '=', account.id)
    .execute()
  expect(places).toHaveLength(20)
  expect(places).toContainEqual({ place: '10.0.2.1' })
})

it('does not count unfinished uploads of the wrong time against the user', async () => {
  const { id: user_id } = await makeUser(testApp)
  const turbine_id = await makeTurbine(testApp, { company_id: await makeCompany(testApp) })
  const { write, read } = testApp.services.db
  const upload = { id: 'a', length: 7, metadata: {} }
  await ahead(() => insertPartialUpload(write, upload, { user_id, turbine_id }))
  expect(await countUnfinished(read, user_id)).toMatchObject({ own: 0, bytes: 7 })
})

it('accepts a token that another server has signed, whose clock is ahead', async () => {
  const { email, password } = await makeUser(testApp)
  const answer = await ahead(
    () => makeVisitor(testApp).json('POST', '/api/auth/login', { email, password }),
    5000,
  )
  const { token } = (await answer.json()) as { token: string }
  const headers = { Authorization: `Bearer ${token}` }
  expect((await testApp.app.request('/api/auth/verify', { headers })).status).toBe(200)
})

// On PostgreSQL, its own clock decides, and graphile-worker waits for the stored time.
it.skipIf(isOnPostgres)('runs a job whose time is later than its pause can be', async () => {
  const { config, db } = testApp.services
  const ran = Promise.withResolvers<string>()
  const kind = {
    name: 'dated',
    payload: z.string(),
    subject: (payload: string) => payload,
    maxAttempts: 3,
    atOnce: 1,
    run: async (_: unknown, payload: string) => ran.resolve(payload),
  }
  const jobs = await openJobs(config, db, [kind], pino({ level: 'silent' }))
  try {
    await db.write.transaction().execute((transaction) => jobs.add(transaction, kind, 'late'))
    await db.write
      .updateTable('job')
      .set({ run_at: Date.now() + TWO_DAYS })
      .execute()
    jobs.start(testApp.services)
    expect(await ran.promise).toBe('late')
  } finally {
    await jobs.close()
  }
})

it('keeps new orders of ZIPs', async () => {
  const turbineId = await makeTurbine(testApp, { company_id: 999 })
  const { id: userId } = await makeUser(testApp)
  const { db } = testApp.services
  const zip = { photoIds: [], language: 'tr' as const, turbineName: 'T-1', size: 1000 }
  const order = () => insertOrder(db.write, { userId, turbineId, ...zip })
  for (let n = 0; n < 5; n += 1) await ahead(order)
  const ids = [await order(), await order()]
  for (const id of ids) expect(await getOrder(db.read, id, userId)).toMatchObject({ turbineId })
})
