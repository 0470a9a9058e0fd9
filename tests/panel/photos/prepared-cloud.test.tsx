import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Photo } from '#domain/photo.ts'
import PointCloudView from '#panel/turbine-page/point-cloud/point-cloud-view.tsx'
import { buttons, callerOf, click, openScreen } from '../panel-screen.tsx'

const PREPARING = { success: true, cloud: { state: 'preparing', share: 0.5 } }
const FAILED = 'Nokta bulutu yüklenemedi.'
const RETRY = 'Tekrar Dene'

let answer: () => Response
const requests = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  answer = () => Response.json(PREPARING)
  vi.stubGlobal('fetch', async () => {
    requests()
    return answer()
  })
  openScreen(callerOf(), <PointCloudView turbineId={1} photo={{ id: 5 } as Photo} />)
})
afterEach(() => {
  vi.clearAllMocks()
})

const failure = (error: string, status: number, headers = {}) =>
  Response.json({ success: false, error, message: '…' }, { status, headers })

it.each([
  ['storage_full', 503],
  ['storage_read_only', 503],
  ['internal_error', 500],
  ['photo_not_found', 404],
])(
  'a cloud whose preparation ends with %s is not asked for again before a person wants it',
  async (error, status) => {
    await vi.advanceTimersByTimeAsync(1000)
    expect(document.body.textContent).toContain('Nokta bulutu hazırlanıyor')
    answer = () => failure(error, status)
    await vi.advanceTimersByTimeAsync(5000)
    expect(document.body.textContent).toContain(FAILED)
    const asked = requests.mock.calls.length
    await vi.advanceTimersByTimeAsync(60_000)
    expect(requests).toHaveBeenCalledTimes(asked)

    answer = () => Response.json(PREPARING)
    click(RETRY)
    await vi.advanceTimersByTimeAsync(1000)
    expect(document.body.textContent).toContain('Nokta bulutu hazırlanıyor')
  },
)

it.each<[string, () => Response]>([
  ['the files are away', () => failure('store_unavailable', 503, { 'Retry-After': '5' })],
  ['the server stops', () => failure('shutting_down', 503)],
  ['a proxy does not reach the server', () => new Response('<!doctype html>', { status: 502 })],
  ['there is no network', () => Response.error()],
])('the preparation of a cloud goes on although %s for a moment', async (_, away) => {
  await vi.advanceTimersByTimeAsync(1000)
  answer = away
  await vi.advanceTimersByTimeAsync(10_000)
  expect(document.body.textContent).toContain('Nokta bulutu hazırlanıyor')
  expect(buttons(RETRY)).toEqual([])
  const asked = requests.mock.calls.length
  answer = () => Response.json(PREPARING)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(requests.mock.calls.length).toBeGreaterThan(asked)
})
