import { expect, it } from 'vitest'
import { EventLoop } from '#server/core/http/event-loop.ts'
import { makeVisitor, signInAs } from '../../support/accounts.ts'
import { setUpApp, testApp } from '../../support/app-setup.ts'

setUpApp('file')

/** Lets the event loop have no pause for so long that its timers are late, in milliseconds. */
function work(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

it('is overload if the event loop has no pause and its timers are late, until it has pauses again', async () => {
  const eventLoop = new EventLoop()
  const end = eventLoop.watch(1)
  try {
    await expect
      .poll(
        () => {
          // Longer than a sample and the lateness that counts as overload together.
          work(1100)
          return eventLoop.isOverloaded
        },
        { interval: 0 },
      )
      .toBe(true)
    await expect.poll(() => eventLoop.isOverloaded).toBe(false)
  } finally {
    end()
  }
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
