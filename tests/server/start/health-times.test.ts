import { rename } from 'node:fs/promises'
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
