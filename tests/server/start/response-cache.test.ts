import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { CachedAnswer } from '#server/core/response-cache/cached-answer.ts'
import { ResponseCache } from '#server/core/response-cache/response-cache.ts'
import { Metrics } from '#server/infrastructure/metrics/metrics.ts'
import { Client, signInAs } from '../../support/accounts.ts'
import { company, operator, setUpCompany, testApp } from '../../support/app-setup.ts'
import { makeCompany, makeTurbine, readError } from '../../support/builders.ts'

describe('the answers in memory', () => {
  const answerOf = (bytes: number): CachedAnswer => ({
    body: new Uint8Array(bytes),
    etag: '"a"',
    headers: {},
  })
  const isAt = (revision: number) => (made: number) => made === revision
  const at = (revision: number) => ({ revision, isCurrent: isAt(revision) })
  const make = (answers: ResponseCache, key: string, revision = 1, bytes = 10_000) =>
    answers.make(key, at(revision), async () => answerOf(bytes))

  it('are forgotten when something has changed', async () => {
    const answers = new ResponseCache(100_000, new Metrics())
    await make(answers, 'a')
    expect(answers.find('a', isAt(1))).toBeDefined()
    expect(answers.find('a', isAt(2))).toBeUndefined()
    expect(answers.find('a', isAt(1))).toBeUndefined()
  })

  it('take no more memory than configured; those that were not used for the longest time are removed', async () => {
    const metrics = new Metrics()
    const answers = new ResponseCache(30_000, metrics)
    for (const key of ['a', 'b']) await make(answers, key)
    answers.find('a', isAt(1))
    for (const key of ['c', 'too large']) await make(answers, key, 1, key === 'c' ? 10_000 : 40_000)
    expect(['a', 'b', 'c', 'too large'].map((key) => answers.find(key, isAt(1)) !== undefined)).toEqual([
      true,
      false,
      true,
      false,
    ])
    const { text } = await metrics.text()
    expect(text).toContain('kanat_remembered_answers_total{result="hit"} 3')
    expect(text).toContain('kanat_remembered_answers_total{result="miss"} 4')
    expect(text).toMatch(/kanat_remembered_answers_bytes 2[0-9]{4}\n/)
  })

  it('are made once when many ask at the same time, but not for requests after a commit', async () => {
    const answers = new ResponseCache(100_000, new Metrics())
    const first = Promise.withResolvers<CachedAnswer>()
    const slow = vi.fn(() => first.promise)
    const waiting = [answers.make('a', at(1), slow), answers.make('a', at(1), slow)]
    const later = await make(answers, 'a', 2)
    first.resolve(answerOf(1))
    expect((await Promise.all(waiting)).map((answer) => answer?.body.length)).toEqual([1, 1])
    expect(slow).toHaveBeenCalledTimes(1)
    expect(answers.find('a', isAt(2))).toBe(later)
  })

  it('are not remembered if they fail', async () => {
    const answers = new ResponseCache(100_000, new Metrics())
    expect(await answers.make('a', at(1), async () => undefined)).toBeUndefined()
    await expect(answers.make('a', at(1), () => Promise.reject(new Error('failed')))).rejects.toThrow(
      'failed',
    )
    expect(answers.find('a', isAt(1))).toBeUndefined()
    expect(await make(answers, 'a')).toBeDefined()
  })
})

describe('a remembered list', () => {
  const LIST = '/api/turbines'

  setUpCompany('test', ['operator'])
  beforeEach(async () => {
    for (let n = 0; n < 20; n += 1) await makeTurbine(testApp, { company_id: company })
  })

  const count = async (result: 'hit' | 'miss') => {
    const { text } = await testApp.services.metrics.text()
    return Number(new RegExp(`answers_total{result="${result}"} (\\d+)`).exec(text)?.[1])
  }

  it('is sent in the encoding that the client prefers', async () => {
    const plain = await operator.get(LIST)
    const text = await plain.text()
    expect(plain.headers.get('Content-Encoding')).toBeNull()
    const cases: [accepted: string, used: string | null][] = [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0.5, gzip;q=0.8', 'gzip'],
      ['br;q=0, *', 'gzip'],
      ['identity, br;q=0.9', null],
      ['deflate', null],
    ]
    for (const [accepted, used] of cases) {
      for (const time of ['made', 'remembered']) {
        const answer = await fetchRaw(accepted)
        expect([accepted, time, answer.headers.get('Content-Encoding')]).toEqual([accepted, time, used])
        const bytes = Buffer.from(await answer.arrayBuffer())
        const content =
          used === 'br' ? brotliDecompressSync(bytes) : used === 'gzip' ? gunzipSync(bytes) : bytes
        expect(content.toString()).toBe(text)
        expect(answer.headers.get('ETag')).toBe(plain.headers.get('ETag'))
        expect(answer.headers.get('Vary')).toBe('Accept-Encoding, Authorization')
      }
    }
  })

  /** Does not use `Client`, because that reads the body as JSON. */
  function fetchRaw(accepted: string, method = 'GET'): Promise<Response> | Response {
    const headers = { Authorization: `Bearer ${operator.token}`, 'Accept-Encoding': accepted }
    return testApp.app.request(LIST, { method, headers })
  }

  it('has the same headers for HEAD, and no body', async () => {
    const [get, head] = [await fetchRaw('br'), await fetchRaw('br', 'HEAD')]
    expect(await head.text()).toBe('')
    const without = ({ headers }: Response) => [...headers].filter(([name]) => name !== 'x-request-id')
    expect(without(head)).toEqual(without(get))
    expect(get.headers.get('Cache-Control')).toBe('no-store')
  })

  it('is not compressed if it is short', async () => {
    const stranger = await signInAs(testApp, 'operator', await makeCompany(testApp))
    const answer = await stranger.get(LIST, { 'Accept-Encoding': 'br' })
    expect(answer.headers.get('Content-Encoding')).toBeNull()
  })

  it('is answered with 304 until it changes', async () => {
    const etag = (await operator.get(LIST)).headers.get('ETag') ?? ''
    expect(etag).toMatch(/^W\/"/)
    expect((await operator.get(LIST, { 'If-None-Match': etag })).status).toBe(304)
    await makeTurbine(testApp, { company_id: company })
    expect((await operator.get(LIST, { 'If-None-Match': etag })).status).toBe(200)
  })

  it('stays in memory while another company works', async () => {
    const stranger = await signInAs(testApp, 'admin', await makeCompany(testApp))
    await operator.get(LIST)
    const [hits, misses] = [await count('hit'), await count('miss')]
    for (const code of ['a', 'b', 'c']) {
      const added = await stranger.json('POST', LIST, { city: 'izmir', code, location: 'Karaburun' })
      expect(added.status).toBe(201)
      await operator.get(LIST)
    }
    expect([await count('hit'), await count('miss')]).toEqual([hits + 3, misses])
  })

  it('is made once for many requests at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => operator.get(LIST)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect([await count('miss'), await count('hit')]).toEqual([1, 4])
  })

  it('is not remembered for invalid requests, and ignores parameters that it does not know', async () => {
    const superadmin = await signInAs(testApp, 'superadmin')
    const wrong = `${LIST}?filter_company_id=x`
    const refused = await Promise.all([superadmin.get(wrong), superadmin.get(wrong)])
    for (const answer of refused) expect(await readError(answer)).toEqual([400, 'validation_failed'])
    const before = await count('hit')
    for (const query of ['', '?noCache=1', '?role=superadmin&x=2']) await operator.get(`${LIST}${query}`)
    expect(await count('hit')).toBe(before + 2)
    const twice = `${LIST}?filter_company_id=${company}`
    expect((await superadmin.get(twice)).status).toBe(200)
    expect((await superadmin.get(`${twice}&filter_company_id=1`)).status).toBe(400)
  })

  it('is refused when the session ends, by a sign-out or by the time', async () => {
    const other = await signInAs(testApp, 'operator', company)
    for (const client of [operator, other]) expect((await client.get(LIST)).status).toBe(200)
    await operator.json('POST', '/api/auth/logout', {})
    expect((await operator.get(LIST)).status).toBe(401)
    expect((await other.get(LIST)).status).toBe(200)
    vi.useFakeTimers({ now: Date.now() + 12 * 60 * 60 * 1000, toFake: ['Date'] })
    expect((await other.get(LIST)).status).toBe(401)
    vi.useRealTimers()
    expect((await new Client(testApp.app, `${other.token}x`, '').get(LIST)).status).toBe(401)
  })
})
