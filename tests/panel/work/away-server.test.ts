// @vitest-environment happy-dom
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeQueryClient } from '#panel/api/query-client.ts'
import { failureOfAnswer } from '#panel/api/request-error.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A failure as the server answers it. */
const failure = (status: number, error: string, retryAfter: string | null) => () =>
  failureOfAnswer(status, JSON.stringify({ success: false, error, message: 'Bir cümle.' }), retryAfter)

/** Asks a server that fails until `isBack` returns true. @returns what a screen sees, and how often it was asked */
function ask(fail: () => Error, isBack: () => boolean) {
  let asked = 0
  const observer = new QueryObserver(makeQueryClient(), {
    queryKey: ['turbines'],
    queryFn: async () => {
      asked += 1
      if (!isBack()) throw fail()
      return ['T1']
    },
  })
  const end = observer.subscribe(() => {})
  return { result: () => observer.getCurrentResult(), asked: () => asked, end }
}

it.each([
  ['database_unavailable', '5'],
  ['store_unavailable', '30'],
  ['shutting_down', '5'],
])('loads again by itself what failed with %s, when the server says', async (code, seconds) => {
  let isBack = false
  const { result, end } = ask(failure(503, code, seconds), () => isBack)
  await vi.advanceTimersByTimeAsync(1000)
  expect(result()).toMatchObject({ data: undefined, error: { code, message: 'Bir cümle.' } })
  isBack = true
  await vi.advanceTimersByTimeAsync(Number(seconds) * 1000)
  expect(result()).toMatchObject({ data: ['T1'], error: null })
  end()
})

it('goes on asking as long as the server is away', async () => {
  const { asked, end } = ask(failure(503, 'database_unavailable', '5'), () => false)
  await vi.advanceTimersByTimeAsync(60_000)
  // Each time twice, because the first failure may be about one connection.
  expect(asked()).toBeGreaterThan(15)
  expect(asked()).toBeLessThan(25)
  end()
})

it.each([
  ['turbine_not_found', 404],
  ['internal_error', 500],
])('does not ask again by itself after %s', async (code, status) => {
  const { asked, end } = ask(failure(status, code, null), () => false)
  await vi.advanceTimersByTimeAsync(1000)
  const before = asked()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked()).toBe(before)
  end()
})
