import { expect, it } from 'vitest'
import { isOverloaded } from '#server/core/http/refuse-overload.ts'
import { makeVisitor, signInAs } from '../../support/accounts.ts'
import { setUpApp, testApp } from '../../support/app-setup.ts'

setUpApp('file')

const NS_PER_MS = 1e6

it('is overload only if the event loop has no pause and is late', () => {
  const late = 600 * NS_PER_MS
  expect(isOverloaded({ utilization: 0.99 }, late, 1)).toBe(true)
  expect(isOverloaded({ utilization: 0.9 }, late, 1)).toBe(false)
  expect(isOverloaded({ utilization: 0.99 }, 100 * NS_PER_MS, 1)).toBe(false)
  expect(isOverloaded({ utilization: 0.99 }, late, 10)).toBe(false)
  expect(isOverloaded({ utilization: 0.99 }, Number.NaN, 1)).toBe(false)
})

it('refuses calls with 503 and Retry-After, but answers the health check', async () => {
  const operator = await signInAs(testApp, 'operator')
  testApp.services.eventLoop.isOverloaded = true
  try {
    const answer = await operator.get('/api/turbines')
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5'])
    expect(await answer.json()).toMatchObject({ error: 'overloaded' })
    expect((await makeVisitor(testApp).get('/api/health')).status).toBe(200)
  } finally {
    testApp.services.eventLoop.isOverloaded = false
  }
  expect((await operator.get('/api/turbines')).status).toBe(200)
})
