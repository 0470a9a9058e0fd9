import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeUser, makeVisitor } from '../../support/accounts.ts'
import { setUpApp, testApp } from '../../support/app-setup.ts'

setUpApp('test')
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

/** Sends requests until the rate limit refuses one. @returns the message and the header of the refusal */
async function throttle(path: string, body: object, language: string) {
  for (let n = 0; n < 20; n += 1) {
    const answer = await makeVisitor(testApp).json('POST', path, body, { 'Accept-Language': language })
    if (answer.status !== 429) continue
    const { message } = (await answer.json()) as { message: string }
    return { message, retryAfter: answer.headers.get('Retry-After') }
  }
  throw new Error(`${path} does not throttle.`)
}

const contact = { name: 'Deniz', phone: '1', subject: 'Teklif', message: 'Merhaba' }

it.each([
  ['/api/auth/login', async () => ({ email: (await makeUser(testApp)).email, password: 'not this one' })],
  ['/api/auth/password-reset', async () => ({ email: 'nobody@kanat.example' })],
  ['/api/contact', async () => contact],
])('%s answers with the minutes to wait', async (path, makeBody) => {
  const body = await makeBody()
  const first = await throttle(path, body, 'tr')
  expect(first).toEqual({
    message: 'Çok fazla deneme yapıldı. Lütfen 15 dakika sonra tekrar deneyin.',
    retryAfter: '900',
  })
  expect((await throttle(path, body, 'en')).message).toBe(
    'Too many attempts. Please try again in 15 minutes.',
  )
  vi.setSystemTime(Date.now() + 14 * 60_000 + 1000)
  expect(await throttle(path, body, 'en')).toEqual({
    message: 'Too many attempts. Please try again in 1 minute.',
    retryAfter: '59',
  })
  expect((await throttle(path, body, 'tr')).message).toBe(
    'Çok fazla deneme yapıldı. Lütfen 1 dakika sonra tekrar deneyin.',
  )
})
