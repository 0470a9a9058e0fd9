import { afterEach, expect, it, vi } from 'vitest'
import { makeVisitor } from '../../support/accounts.ts'
import { setUpApp, testApp } from '../../support/app-setup.ts'

setUpApp('file', { env: { ORIGIN: 'https://kanat.example' } })
afterEach(() => {
  vi.useRealTimers()
})

it.each([2026, 2040])(
  'security.txt has not expired in %d, and is valid for less than a year',
  async (year) => {
    vi.useFakeTimers({ toFake: ['Date'] }).setSystemTime(Date.UTC(year, 5, 1))
    const text = await (await makeVisitor(testApp).get('/.well-known/security.txt')).text()
    const [, expires = ''] =
      /^Contact: mailto:\S+@\S+\nExpires: (\S+)\nPreferred-Languages: tr, en\nCanonical: https:\/\/kanat\.example\/\.well-known\/security\.txt\n$/.exec(
        text,
      ) ?? []
    const days = (Date.parse(expires) - Date.now()) / (24 * 60 * 60 * 1000)
    expect([days > 30, days < 365]).toEqual([true, true])
  },
)
