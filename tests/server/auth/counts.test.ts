import { expect, it } from 'vitest'
import { RateLimit } from '#server/core/access/rate-limit.ts'
import { subnet } from '#server/core/access/subnet.ts'
import { SignInLimit } from '#server/features/auth/sign-in-limit.ts'
import { ContactLimits } from '#server/features/contact/contact-limits.ts'
import { CountsInMemory } from '#server/infrastructure/database/counts.ts'

it('counts of one limit are not evicted by those of another, and each limit is bounded', async () => {
  const counts = new CountsInMemory(10)
  const signIns = new SignInLimit(counts)
  const begin = () => signIns.begin('ada', '10.0.0.2', 'unknown place')
  for (let n = 0; n < 8; n += 1) await (await begin()).begin()
  const flood = new RateLimit(counts, 'links', 1, 60_000)
  for (let n = 0; n < 100; n += 1) await flood.countRequest(`address-${n}`)
  await expect(begin()).rejects.toMatchObject({ code: 'too_many_requests' })
  expect([await flood.allows('address-0'), await flood.allows('address-99')]).toEqual([true, false])
  expect(() => new RateLimit(counts, 'two words', 1, 1)).toThrow('more than one word')
})

it.each([
  ['/56', (n: number) => `2001:db8:1:${(n % 256).toString(16)}::1`],
  ['/48', (n: number) => `2001:db8:1:${((n * 257) % 65536).toString(16)}::1`],
  ['/24', (n: number) => `203.0.113.${n % 256}`],
])('no flood of contact messages from a %s keeps others from sending', async (_, addressOf) => {
  const limits = new ContactLimits(new CountsInMemory())
  const isSent = (address: string) =>
    limits.countMessage(subnet(address)).then(
      () => true,
      () => false,
    )
  let sent = 0
  for (let n = 0; n < 1000; n += 1) if (await isSent(addressOf(n))) sent += 1
  expect(sent).toBeLessThanOrEqual(20)
  expect([await isSent('198.51.100.7'), await isSent('2001:db8:2::1')]).toEqual([true, true])
})
