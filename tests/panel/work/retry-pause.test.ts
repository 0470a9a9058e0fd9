import { expect, it } from 'vitest'
import { retryPause } from '#panel/api/pictures/retry-pause.ts'

it('doubles the pause after each failure, from 2 to 30 seconds', () => {
  expect([0, 1, 2, 3, 4, 100].map((failures) => retryPause(failures, undefined))).toEqual([
    2000, 4000, 8000, 16_000, 30_000, 30_000,
  ])
})

it('waits as long as the server asks, but at least 2 seconds and at most 5 minutes', () => {
  expect([-5000, 0, 20_000, 10 ** 9].map((waitMs) => retryPause(9, waitMs))).toEqual([
    2000, 2000, 20_000, 300_000,
  ])
})
