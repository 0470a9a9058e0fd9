import { QueryObserver } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { makeQueryClient } from '#panel/api/query-client.ts'
import { failureOfAnswer } from '#panel/api/request-error.ts'
import { reportJobs } from '#panel/data/jobs/report-jobs.ts'
import { exifQuery } from '#panel/data/photo-details.ts'
import { categoryPhotosQuery } from '#panel/data/photos.ts'
import { answeredReportJob } from '../reports/answered-reports.ts'

beforeEach(() => void vi.useFakeTimers())

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

it.each([
  ['seconds', () => '30'],
  ['a date', () => new Date(Date.now() + 30_000).toUTCString()],
])(
  'reads when a proxy is to be asked again, which has its own page for the failure, in %s',
  async (_, header) => {
    let isBack = false
    const page = () => failureOfAnswer(503, '<!doctype html><title>503</title>', header())
    const { result, asked, end } = ask(page, () => isBack)
    await vi.advanceTimersByTimeAsync(25_000)
    expect(result()).toMatchObject({ data: undefined, error: { code: 'server_error', status: 503 } })
    expect(asked()).toBe(2)
    isBack = true
    await vi.advanceTimersByTimeAsync(10_000)
    expect(result()).toMatchObject({ data: ['T1'], error: null })
    end()
  },
)

it.each(['soon', ''])('does not ask again by itself when the server says no time: "%s"', (header) => {
  expect(failureOfAnswer(503, '', header).retryAt).toBeUndefined()
})

it('asks again after ten minutes when the server names a time that is further away than a timer reaches', async () => {
  const { asked, end } = ask(failure(503, 'shutting_down', '9999999'), () => false)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked()).toBe(2)
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(asked()).toBe(4)
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

/** Answers with this failure until `isBack` returns true. @returns how often it was asked */
function stubServer(status: number, error: string, isBack: () => boolean, data: object) {
  let asked = 0
  vi.stubGlobal('fetch', async () => {
    asked += 1
    if (isBack()) return Response.json({ success: true, ...data })
    return Response.json(
      { success: false, error, message: 'Bir cümle.' },
      { status, headers: { 'Retry-After': '30' } },
    )
  })
  return () => asked
}

describe('what is asked again and again', () => {
  const queries = [
    [
      'a report',
      { data: answeredReportJob({ state: 'done', progress: 1, report_id: 1 }) },
      () => reportJobs.query({ turbineId: 4, jobId: 9 }),
    ],
    ['new photos', { data: [] }, () => categoryPhotosQuery(4, 'drone')],
    ['EXIF', { exif: { taken_at: null, camera: 'X', gps: null } }, () => exifQuery(4, 1)],
  ] as const

  it.each(queries.flatMap((query) => [503, 429].map((status) => [...query, status] as const)))(
    'waits as long as the server says: %s',
    async (_, data, query, status) => {
      let isBack = false
      const asked = stubServer(status, 'too_many_requests', () => isBack, data)
      const observer = new QueryObserver(makeQueryClient(), query() as never)
      const end = observer.subscribe(() => {})
      await vi.advanceTimersByTimeAsync(25_000)
      // Twice after 503, because the first failure may be about one connection.
      expect(asked()).toBe(status === 503 ? 2 : 1)
      isBack = true
      await vi.advanceTimersByTimeAsync(10_000)
      expect(observer.getCurrentResult()).toMatchObject({ isSuccess: true, error: null })
      end()
    },
  )
})
