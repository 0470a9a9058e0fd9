import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { OutageProbe } from '#server/infrastructure/outage-probe.ts'

let asked: number
let answer: () => Promise<unknown>
let probe: OutageProbe
beforeEach(() => {
  vi.useFakeTimers()
  asked = 0
  const ask = () => {
    asked += 1
    return answer()
  }
  probe = new OutageProbe(ask, (cause) => new Error('away', { cause }), 1)
})
afterEach(() => {
  vi.useRealTimers()
})

const nothing = () => new Promise<never>(() => {})

/** Begins work and says how it ends. */
function begin(work: (away: AbortSignal) => Promise<string>): Promise<string> {
  return probe.during(work).catch((error: Error) => error.message)
}

it('does not ask for work that ends soon', async () => {
  answer = nothing
  expect(await begin(async () => 'done')).toBe('done')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toBe(0)
})

it('lets work go on as long as the service answers', async () => {
  answer = async () => 'here'
  const { promise, resolve } = Promise.withResolvers<string>()
  const work = begin(() => promise)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([asked > 30, probe.isAway]).toEqual([true, false])
  resolve('done')
  expect(await work).toBe('done')
})

it.each([
  ['does not answer', nothing],
  ['refuses', () => Promise.reject(new Error('refused'))],
])('ends all work together when the service %s, and asks once', async (_, leave) => {
  answer = leave
  let aborted = 0
  const works = Array.from({ length: 100 }, () =>
    begin((away) => {
      away.addEventListener('abort', () => {
        aborted += 1
      })
      return nothing()
    }),
  )
  await vi.advanceTimersByTimeAsync(2500)
  expect(await Promise.all(works)).toEqual(Array(100).fill('away'))
  expect([asked, aborted, probe.isAway]).toEqual([1, 100, true])
})
