import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { api } from '#panel/api/api-client.ts'
import { checkImage } from '#panel/api/check-image.ts'
import { readAnswer } from '#panel/api/read-answer.ts'
import { RequestError } from '#panel/api/request-error.ts'
import { photosQuery } from '#panel/data/photos.ts'
import { reportsQuery } from '#panel/data/reports.ts'
import { turbineQuery, turbinesQuery } from '#panel/data/turbines.ts'
import { sendPhotos } from '#panel/photos/upload/send-photos.ts'
import { callerQuery, refreshToken, signIn } from '#panel/session/session-calls.ts'
import { answeredTurbine } from '../../support/answered-turbine.ts'
import { stubXhr } from './stubbed-xhr.ts'

const queryClient = new QueryClient()
let timeLimit: AbortController

beforeEach(() => {
  timeLimit = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeLimit.signal)
})
afterEach(() => {
  queryClient.clear()
})

/** Bodies that do not fit the contract. */
const UNUSABLE_BODIES = {
  'no JSON': '<!doctype html><title>Sign in to the network</title>',
  'an empty body': '',
  'half of an answer': '{"success":true,"data":[{"id":1,"turb',
  'another shape': '{"success":true,"data":[{"id":"one"}],"user":null,"turbine":[],"token":7}',
  'nothing but JSON': 'null',
}

const CALLS: Record<string, () => Promise<unknown>> = {
  'the turbine list': () => queryClient.fetchQuery(turbinesQuery),
  'a turbine': () => queryClient.fetchQuery(turbineQuery(queryClient, 1)),
  'the photo list': () => queryClient.fetchQuery(photosQuery(1)),
  'the report list': () => queryClient.fetchQuery(reportsQuery(1)),
  'the viewer': () => queryClient.fetchQuery(callerQuery(1)),
  'signing in': () => signIn({ email: 'a@example.com', password: 'secret' }),
  'a new token': () => refreshToken(),
}

describe.each(Object.entries(CALLS))('%s by fetch', (_, call) => {
  it.each(Object.entries(UNUSABLE_BODIES))('rejects if a success has %s', async (_, body) => {
    vi.stubGlobal('fetch', async () => new Response(body, { status: 200 }))
    await expect(call()).rejects.toMatchObject({ name: 'RequestError', code: 'server_error', status: 200 })
  })

  it.each([500, 502, 404])('rejects if a %i has no JSON', async (status) => {
    vi.stubGlobal('fetch', async () => new Response('<h1>Bad gateway</h1>', { status }))
    await expect(call()).rejects.toMatchObject({ name: 'RequestError', code: 'server_error', status })
  })

  it('rejects with a network error if no answer comes', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(call()).rejects.toMatchObject({ name: 'RequestError', code: 'network_error', status: 0 })
  })

  it('rejects with a network error if the body breaks off', async () => {
    vi.stubGlobal('fetch', async () => answerWithBody(() => Promise.reject(new TypeError('network error'))))
    await expect(call()).rejects.toMatchObject({ name: 'RequestError', code: 'network_error', status: 0 })
  })

  it.each(['the answer', 'its body'])('rejects with a network error if %s takes too long', async (late) => {
    vi.stubGlobal('fetch', (_input: string, { signal }: { signal: AbortSignal }) =>
      late === 'the answer' ? untilAborted(signal) : answerWithBody(() => untilAborted(signal)),
    )
    const asked = call()
    timeLimit.abort(new DOMException('late', 'TimeoutError'))
    await expect(asked).rejects.toMatchObject({ name: 'RequestError', code: 'network_error', status: 0 })
  })
})

it('rejects with the reason of a caller who aborts, not with a network error', async () => {
  vi.stubGlobal('fetch', (_input: string, { signal }: { signal: AbortSignal }) => untilAborted(signal))
  const controller = new AbortController()
  const asked = api.turbines.$get({ query: {} }, { init: { signal: controller.signal } })
  const reason = new Error('The screen was left.')
  controller.abort(reason)
  await expect(asked).rejects.toBe(reason)
})

it('does not compile with a schema that does not fit the type of the route', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data: [] }))
  const call = api.turbines.$get({ query: {} })
  // @ts-expect-error the turbine list has no `turbine`
  await expect(readAnswer(call, z.object({ turbine: z.string() }))).rejects.toThrow()
})

it('accepts an answer with unknown fields', async () => {
  const turbine = answeredTurbine(1, { turbine_name: 'T' })
  const answer = { success: true, data: [{ ...turbine, blade_count: 3 }], total: 1 }
  vi.stubGlobal('fetch', async () => Response.json(answer))
  await expect(queryClient.fetchQuery(turbinesQuery)).resolves.toEqual([turbine])
})

it('keeps the sentence, the issues and the retry time of a refusal', async () => {
  vi.useFakeTimers({ now: 1000, toFake: ['Date'] })
  const issues = [{ path: 'email', message: 'No e-mail.' }]
  const body = { success: false, error: 'too_many_requests', message: 'Wait.', issues }
  vi.stubGlobal('fetch', async () => Response.json(body, { status: 429, headers: { 'Retry-After': '30' } }))
  const refused = signIn({ email: 'a@example.com', password: 'secret' })
  await expect(refused).rejects.toMatchObject({ code: 'too_many_requests', message: 'Wait.', issues })
  await expect(refused).rejects.toMatchObject({ status: 429, retryAt: 31_000 })
  vi.useRealTimers()
})

it('adds the time to every request that changes something, and to no other', async () => {
  vi.useFakeTimers({ now: 1_790_000_000_000, toFake: ['Date'] })
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url.replace(window.location.origin, ''))
    return Response.json({ success: true })
  })
  await api.auth.logout.$post()
  await api.turbines[':id'].photos.$delete({ param: { id: '1' }, query: { key: 'k' } })
  await api.turbines.$get({ query: {} })
  expect(asked).toEqual([
    '/api/auth/logout?timestamp=1790000000000',
    '/api/turbines/1/photos?key=k&timestamp=1790000000000',
    '/api/turbines',
  ])
  vi.useRealTimers()
})

describe('an upload by XMLHttpRequest', () => {
  it.each(Object.entries(UNUSABLE_BODIES))('rejects if a 201 has %s', async (_, body) => {
    stubXhr((request) => request.answer(201, body))
    await expect(upload()).rejects.toMatchObject({ code: 'server_error', status: 201 })
  })

  it('rejects if a failure has no JSON', async () => {
    stubXhr((request) => request.answer(413, '<h1>Too large</h1>'))
    await expect(upload()).rejects.toMatchObject({ code: 'server_error', status: 413 })
  })

  it('rejects with a network error if no answer comes or it breaks off', async () => {
    stubXhr((request) => request.onloadend())
    await expect(upload()).rejects.toMatchObject({ code: 'network_error', status: 0 })
  })

  it('rejects with a network error if it takes too long', async () => {
    stubXhr(() => timeLimit.abort(new DOMException('late', 'TimeoutError')))
    await expect(upload()).rejects.toMatchObject({ code: 'network_error', status: 0 })
  })

  it.each(['before', 'after'])(
    'rejects with the reason of a caller who aborts %s it is sent',
    async (when) => {
      const controller = new AbortController()
      if (when === 'before') controller.abort()
      stubXhr(() => controller.abort())
      const error = await upload(controller.signal).catch((reason: unknown) => reason)
      expect(error).toBe(controller.signal.reason)
      expect(error).not.toBeInstanceOf(RequestError)
    },
  )

  it('returns the stored photos and reports its progress', async () => {
    stubXhr((request) => {
      request.upload.onprogress?.({ loaded: 5, total: 10 })
      request.answer(201, '{"success":true,"data":[],"rejected":[]}')
    })
    const shares: number[] = []
    await expect(upload(undefined, (share) => shares.push(share))).resolves.toEqual({
      data: [],
      rejected: [],
      exif_left_out: [],
    })
    expect(shares).toEqual([0.5])
  })
})

it('checks a failed picture only with the cookie', async () => {
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => new Response('', { status: 500 }))
  vi.stubGlobal('fetch', fetched)
  await checkImage('/media/a.jpg')
  expect(fetched.mock.calls[0]?.[1]).not.toHaveProperty('headers')
})

const PICTURE = { headers: { 'Content-Type': 'image/jpeg' } }
const PAGE = { headers: { 'Content-Type': 'text/html' } }

it.each<[kind: string, status: number, init: ResponseInit]>([
  ['sent', 200, PICTURE],
  // The page of a proxy.
  ['passing', 200, PAGE],
  ['passing', 500, {}],
  ['passing', 503, PAGE],
  ['passing', 429, {}],
  ['passing', 408, {}],
  ['passing', 407, {}],
  ['refused', 401, {}],
  ['refused', 404, {}],
  ['refused', 415, {}],
])('finds out why a picture failed: %s after the answer %d', async (kind, status, init) => {
  vi.stubGlobal('fetch', async () => new Response('', { ...init, status }))
  expect(await checkImage('/media/a.jpg')).toMatchObject({ kind })
})

it('finds out that a picture failed because the network is lost, and when the server wants to be asked again', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await checkImage('/media/a.jpg')).toEqual({ kind: 'passing', retryAt: undefined })
  vi.stubGlobal('fetch', async () => new Response('', { status: 503, headers: { 'Retry-After': '60' } }))
  const asked = Date.now()
  const failure = await checkImage('/media/a.jpg')
  expect(failure.kind === 'passing' && failure.retryAt).toBeGreaterThanOrEqual(asked + 60_000)
})

function upload(signal = new AbortController().signal, onProgress: (share: number) => void = () => {}) {
  return sendPhotos(
    { turbineId: 1, category: 'blade', blade: 'A', room: '3', year: 2026 },
    [new File(['x'], 'a.jpg')],
    onProgress,
    signal,
  )
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason))
  })
}

function answerWithBody(text: () => Promise<string>) {
  return { ok: true, status: 200, headers: new Headers(), text }
}
