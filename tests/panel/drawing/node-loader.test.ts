import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CLOUD_POINT_BYTES } from '#domain/pictures/point-cloud.ts'
import { NodeLoader } from '#panel/turbine-page/point-cloud/node-loader.ts'

const NODE = { number: 7, points: 2 }
const points = async () => new Response(new Uint8Array(NODE.points * CLOUD_POINT_BYTES))
const MINUTE_MS = 60_000

let answer: () => Promise<Response>
const requests = vi.fn()
const events = { onLoad: vi.fn(), onTrouble: vi.fn(), onGone: vi.fn() }
let loader: NodeLoader

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', () => {
    requests()
    return answer()
  })
  loader = new NodeLoader('/media/clouds/1/1/{node}', events)
})
afterEach(() => {
  loader.dispose()
  vi.clearAllMocks()
})

it.each<[string, () => Promise<Response>]>([
  ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a page of a proxy', async () => new Response('<!doctype html>')],
  ['half of the points', async () => new Response(new Uint8Array(CLOUD_POINT_BYTES))],
  ['that the session has ended', async () => new Response('{}', { status: 401 })],
  ['that the server fails', async () => new Response('{}', { status: 500 })],
])('loads a node again after %s', async (_, failed) => {
  answer = failed
  loader.want([NODE])
  await vi.advanceTimersByTimeAsync(60 * MINUTE_MS)
  expect(events.onLoad).not.toHaveBeenCalled()
  expect(events.onTrouble).toHaveBeenLastCalledWith(true)
  // The pause grows, so that nobody asks thousands of times.
  expect(requests.mock.calls.length).toBeGreaterThan(60)
  expect(requests.mock.calls.length).toBeLessThan(150)

  answer = points
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(events.onLoad).toHaveBeenCalledTimes(1)
  expect(events.onTrouble).toHaveBeenLastCalledWith(false)
})

it('waits as long as the server asks', async () => {
  answer = async () => new Response('{}', { status: 503, headers: { 'Retry-After': '20' } })
  loader.want([NODE])
  await vi.advanceTimersByTimeAsync(19_000)
  expect(requests).toHaveBeenCalledTimes(1)
  answer = points
  await vi.advanceTimersByTimeAsync(1000)
  expect(events.onLoad).toHaveBeenCalledTimes(1)
})

it('says once that the server does not have the cloud, and asks no more', async () => {
  answer = async () => new Response('{}', { status: 404 })
  loader.want([NODE])
  // Each answer takes its time: otherwise a loader that asks without end would not let the test go on.
  answer = () => new Promise((resolve) => setTimeout(() => resolve(new Response('{}', { status: 404 })), 100))
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(events.onGone).toHaveBeenCalledTimes(1)
  expect(requests).toHaveBeenCalledTimes(1)
})

it('has no trouble any more when the missing node is out of view', async () => {
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  loader.want([NODE])
  await vi.advanceTimersByTimeAsync(0)
  expect(events.onTrouble).toHaveBeenLastCalledWith(true)
  loader.want([])
  expect(events.onTrouble).toHaveBeenLastCalledWith(false)
})

it('gives nothing to a view that is gone, at whichever moment it went', async () => {
  answer = points
  for (let steps = 0; steps < 100; steps += 1) {
    const closed = new NodeLoader('/media/clouds/1/1/{node}', events)
    closed.want([NODE])
    for (let step = 0; step < steps; step += 1) await Promise.resolve()
    closed.dispose()
    events.onLoad.mockClear()
    await vi.advanceTimersByTimeAsync(100)
    expect(events.onLoad).not.toHaveBeenCalled()
  }
})
