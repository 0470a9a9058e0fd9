import { expect, it } from 'vitest'
import { RateLimit } from '#server/core/access/rate-limit.ts'
import { subnet } from '#server/core/access/subnet.ts'
import { SignInLimit } from '#server/features/auth/sign-in-limit.ts'
import { ContactLimits } from '#server/features/contact/contact-limits.ts'
import { CountsInMemory } from '#server/infrastructure/database/counts.ts'

const MINUTE = 60_000

it('counts of one limit are not evicted by those of another', async () => {
  const counts = new CountsInMemory(10)
  const signIns = new SignInLimit(counts)
  const mails = new RateLimit(counts, 'mails', 1, MINUTE)
  for (let n = 0; n < 8; n += 1) {
    const attempt = await signIns.begin('bora', '10.0.0.2', 'unknown place')
    await attempt.begin()
  }
  await mails.countRequest('ada')
  const flood = new RateLimit(counts, 'links', 1, MINUTE)
  for (let n = 0; n < 100; n += 1) await flood.countRequest(`address-${n}`)
  await expect(signIns.begin('bora', '10.0.0.2', 'unknown place')).rejects.toThrow()
  expect(await mails.allows('ada')).toBe(false)
  // Each limit itself is bounded.
  expect([await flood.allows('address-0'), await flood.allows('address-99')]).toEqual([true, false])
})

it('the name of a limit is one word, by which its counts are kept apart', () => {
  expect(() => new RateLimit(new CountsInMemory(), 'two words', 1, MINUTE)).toThrow('more than one word')
})

it.each([
  ['a /56', (n: number) => `2001:db8:1:${(n % 256).toString(16)}::1`],
  ['a /48', (n: number) => `2001:db8:1:${((n * 257) % 65536).toString(16)}::1`],
  ['a /24', (n: number) => `203.0.113.${n % 256}`],
])('no flood of contact messages from %s keeps others from sending', async (_, addressOf) => {
  const limits = new ContactLimits(new CountsInMemory())
  const send = (address: string) =>
    limits.countMessage(subnet(address)).then(
      () => true,
      () => false,
    )
  let sent = 0
  for (let n = 0; n < 1000; n += 1) if (await send(addressOf(n))) sent += 1
  expect(sent).toBeLessThanOrEqual(20)
  expect([await send('198.51.100.7'), await send('2001:db8:2::1')]).toEqual([true, true])
})
