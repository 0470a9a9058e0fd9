import { rename } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TestApp } from '../../support/test-app.ts'

let testApp: TestApp
beforeEach(async () => {
  testApp = await TestApp.open({ DATABASE_URL: '' }, 'disk')
})
afterEach(async () => {
  vi.useRealTimers()
  await testApp[Symbol.asyncDispose]()
})

it('is checked again after three seconds', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  vi.advanceTimersByTime(10_000)
  const { health } = testApp.services
  expect(await health.failing()).toEqual([])
  await rename(testApp.dir, `${testApp.dir}-away`)
  vi.advanceTimersByTime(3000)
  expect(await health.failing()).toEqual([])
  vi.advanceTimersByTime(1)
  expect(await health.failing()).toEqual(['data_folder'])
  await rename(`${testApp.dir}-away`, testApp.dir)
})

it('says that the event loop stood still, and blames nothing else for it', async () => {
  const { health } = testApp.services
  expect(await health.failing()).toEqual([])
  // From now on, it is checked again.
  await standStill(3100)
  const checking = health.failing()
  // Longer than every check may take, while all of them run.
  await standStill(5500)
  expect(await checking).toEqual([])
  expect(health.warnings()).toEqual(['event_loop'])
})

/** Stops the event loop as long work does, and lets it see how late it is. */
async function standStill(ms: number): Promise<void> {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
  for (let turn = 0; turn < 2; turn += 1) await setImmediate()
}
