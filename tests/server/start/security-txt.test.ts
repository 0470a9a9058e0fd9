import { afterEach, expect, it, vi } from 'vitest'
import { makeVisitor } from '../../support/accounts.ts'
import { setUpApp, testApp } from '../../support/app-setup.ts'

setUpApp('file', { env: { ORIGIN: 'https://kanat.example' } })
afterEach(() => {
  vi.useRealTimers()
})

it('security.txt names whom to tell, and has not expired on a server that runs for years', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  for (const year of [2026, 2027, 2040]) {
    vi.setSystemTime(new Date(Date.UTC(year, 5, 1)))
    const answer = await makeVisitor(testApp).get('/.well-known/security.txt')
    expect(answer.headers.get('Content-Type')).toMatch(/^text\/plain; charset=utf-8$/i)
    const fields = new Map(
      (await answer.text())
        .trim()
        .split('\n')
        .map((line) => line.split(': ') as [string, string]),
    )
    expect([...fields.keys()]).toEqual(['Contact', 'Expires', 'Preferred-Languages', 'Canonical'])
    expect(fields.get('Contact')).toMatch(/^mailto:[^@]+@[^@]+$/)
    expect(fields.get('Canonical')).toBe('https://kanat.example/.well-known/security.txt')
    const days = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / (24 * 60 * 60 * 1000)
    expect(days).toBeGreaterThan(30)
    // The standard recommends less than a year.
    expect(days).toBeLessThan(365)
  }
})
