import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TileLoader } from '#panel/drawing/tiles/tile-loader.ts'

const TILE = { key: '0/0/0' }
const HOUR_MS = 3_600_000
const picture = async () => new Response('x', { headers: { 'Content-Type': 'image/webp' } })

let answer: () => Promise<Response>
const requests = vi.fn()
const onLoad = vi.fn()
const onGiveUp = vi.fn()
let loader: TileLoader<typeof TILE>

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', () => {
    requests()
    return answer()
  })
  vi.stubGlobal('createImageBitmap', async () => ({ width: 1, height: 1, close: () => {} }))
  loader = new TileLoader(() => '/media/tile', { onLoad, onGiveUp })
})
afterEach(() => {
  loader.dispose()
  vi.clearAllMocks()
})

it('asks for a tile again as long as the network is gone, and at once when it is back', async () => {
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  loader.want([TILE])
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect(loader.hasGivenUp(TILE)).toBe(false)
  // The pause grows, so that nobody asks thousands of times.
  expect(requests.mock.calls.length).toBeGreaterThan(60)
  expect(requests.mock.calls.length).toBeLessThan(150)

  answer = picture
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(onLoad).toHaveBeenCalledTimes(1)
  expect(onGiveUp).not.toHaveBeenCalled()
})

it('gives up only a tile that the server does not have', async () => {
  answer = async () => new Response('', { status: 404 })
  loader.want([TILE])
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect(requests).toHaveBeenCalledTimes(1)
  expect(loader.hasGivenUp(TILE)).toBe(true)
  expect(onGiveUp).toHaveBeenCalledTimes(1)
})

it.each<[string, ResponseInit, body: string]>([
  ['that the session has ended', { status: 401 }, '{}'],
  ['that a proxy wants a sign-in', { status: 407 }, ''],
  ['of a network that wants a sign-in', { status: 403 }, '<!doctype html>'],
  ['a page of a proxy', { status: 200, headers: { 'Content-Type': 'text/html' } }, '<!doctype html>'],
])('asks for a tile again after the answer %s', async (_, init, body) => {
  answer = async () => new Response(body, init)
  vi.stubGlobal('createImageBitmap', async (blob: Blob) => {
    if (blob.type !== 'image/webp') throw new DOMException('', 'InvalidStateError')
    return { width: 1, height: 1, close: () => {} }
  })
  loader.want([TILE])
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect(loader.hasGivenUp(TILE)).toBe(false)
  expect(onGiveUp).not.toHaveBeenCalled()

  answer = picture
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect(onLoad).toHaveBeenCalledTimes(1)
})

it('waits as long as the server asks, each time, and never gives up a tile because too much waits', async () => {
  answer = async () => new Response('{}', { status: 429, headers: { 'Retry-After': '5' } })
  loader.want([TILE])
  await vi.advanceTimersByTimeAsync(4999)
  for (let asked = 1; asked <= 10; asked += 1) {
    expect(requests).toHaveBeenCalledTimes(asked)
    await vi.advanceTimersByTimeAsync(5000)
  }
  expect(onGiveUp).not.toHaveBeenCalled()

  answer = picture
  await vi.advanceTimersByTimeAsync(5000)
  expect(onLoad).toHaveBeenCalledTimes(1)
})

it('checks the session once if the server refuses it for tiles that are on their way together', async () => {
  const checked: string[] = []
  vi.stubGlobal('fetch', async (url: string, { priority }: { priority?: string }) => {
    if (priority === undefined) checked.push(url)
    return new Response('{}', { status: 401 })
  })
  loader.want(Array.from({ length: 12 }, (_, column) => ({ key: `0/${column}/0` })))
  await vi.advanceTimersByTimeAsync(0)
  expect(checked).toEqual(['/media/tile'])
  expect(onGiveUp).not.toHaveBeenCalled()
})
