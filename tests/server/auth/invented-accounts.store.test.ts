/** Requests with invented accounts must not make the server forget the wrong passwords of others. */
import { expect, it } from 'vitest'
import { PasswordResetLimits } from '#server/features/auth/password-reset-limits.ts'
import { SignInLimit } from '#server/features/auth/sign-in-limit.ts'
import { CountsInMemory } from '#server/infrastructure/database/counts.ts'
import { allRows, isOnPostgres } from '../../support/servers/test-databases.ts'
import { TestApp } from '../../support/test-app.ts'

/** Counts that fit into the memory of the test, and requests: many times as many. */
const COUNTS_MAX = 100
const REQUESTS = 500

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'allowed',
    ({ code }: { code: string }) => code,
  )

/** Sends wrong passwords for an account until the limit refuses it. */
async function lockOut(limit: SignInLimit): Promise<void> {
  for (let n = 0; n < 8; n += 1) {
    const attempt = await limit.begin('ada', '10.0.0.1', 'unknown place')
    await attempt.begin()
    await attempt.failed()
  }
  expect(await codeOf(limit.begin('ada', '10.0.0.1', 'unknown place'))).toBe('too_many_requests')
}

const FLOODS: Record<
  string,
  (limit: SignInLimit, resets: PasswordResetLimits, n: number) => Promise<unknown>
> = {
  'requests for new passwords': (_, resets, n) => resets.countRequest(`nobody-${n}`, '10.0.0.2'),
  'sign-ins that are not compared': async (limit, _, n) => {
    const attempt = await limit.begin(`nobody-${n}`, '10.0.0.2', 'unknown place')
    await attempt.withdrawn()
  },
  'sign-ins that are right': async (limit, _, n) => {
    const attempt = await limit.begin(`nobody-${n}`, `10.0.1.${n % 4}`, 'unknown place')
    await attempt.begin()
    await attempt.matched()
  },
}

it.each(Object.entries(FLOODS))('an account stays locked after many %s', async (_, flood) => {
  const counts = new CountsInMemory(COUNTS_MAX)
  const limit = new SignInLimit(counts)
  const resets = new PasswordResetLimits(counts)
  await lockOut(limit)
  for (let n = 0; n < REQUESTS; n += 1) await codeOf(flood(limit, resets, n))
  expect(await codeOf(limit.begin('ada', '10.0.0.1', 'unknown place'))).toBe('too_many_requests')
})

it.runIf(isOnPostgres)('refused requests leave no rows', async () => {
  await using testApp = await TestApp.open()
  const { passwordResetLimits, signInLimit, db } = testApp.services
  for (let n = 0; n < 40; n += 1) {
    await codeOf(passwordResetLimits.countRequest(`nobody-${n}`, '10.0.0.2'))
    await (await signInLimit.begin(`nobody-${n}`, '10.0.0.2', 'unknown place')).withdrawn()
  }
  const keys = (await allRows(db)).limit_count?.map((row) => (row as { key: string }).key)
  // Twenty pairs, and the address.
  expect(keys).toHaveLength(21)
})
