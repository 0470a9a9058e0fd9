/** A bucket that is away: it refuses connections, or takes them and says nothing. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Client, jpeg, makeTurbine, readUpload, signInAs } from '../../support/builders.ts'
import { TestBucket } from '../../support/servers/test-bucket.ts'
import { TestApp } from '../../support/test-app.ts'

/** The longest time of an answer, and of that of the health check, in milliseconds. */
const ANSWER_MS = 3000
const HEALTH_MS = 1000

let bucket: TestBucket
let testApp: TestApp
let superadmin: Client
let turbine: number
let key: string
let id: number
beforeEach(async () => {
  bucket = await TestBucket.start()
  testApp = await TestApp.open(bucket.env)
  superadmin = await signInAs(testApp, 'superadmin')
  turbine = await makeTurbine(testApp, { company_id: 999 })
  const { data } = await readUpload(await superadmin.upload(turbine, { 'a.jpg': await jpeg() }))
  ;({ key, id } = data[0] as { key: string; id: number })
})
afterEach(async () => {
  bucket.faultOf = () => undefined
  await testApp[Symbol.asyncDispose]()
  await bucket[Symbol.asyncDispose]()
})

async function timed(call: Promise<Response>) {
  const start = performance.now()
  const answer = await call
  const { error } = answer.ok ? {} : ((await answer.json()) as { error?: string })
  return { status: answer.status, error, isInTime: performance.now() - start < ANSWER_MS }
}

const REFUSED = { status: 503, error: 'store_unavailable', isInTime: true }

describe.each(['hang', 'refuse'] as const)('a bucket that is away (%s)', (fault) => {
  it('gets every call that needs it an answer within 3 seconds, and the first call after its return works', async () => {
    bucket.faultOf = () => fault
    const original = () => superadmin.get(`/media/${key}`)
    const upload = async (name: string) => superadmin.upload(turbine, { [name]: await jpeg() })
    const archive = () => superadmin.json('POST', `/api/turbines/${turbine}/photos/archives`, { ids: [id] })
    const answers = await Promise.all([original(), upload('b.jpg'), archive()].map(timed))
    expect(answers).toEqual([REFUSED, REFUSED, REFUSED])
    // It is known already.
    expect(await timed(upload('c.jpg'))).toEqual(REFUSED)
    // What needs only the rows works.
    for (const path of ['photos', `photos/${id}/exif`]) {
      expect(await timed(superadmin.get(`/api/turbines/${turbine}/${path}`))).toMatchObject({ status: 200 })
    }

    bucket.faultOf = () => undefined
    expect(await timed(original())).toMatchObject({ status: 200 })
    expect(await timed(upload('d.jpg'))).toMatchObject({ status: 201 })
  })

  it('is named by the health check within a second', async () => {
    bucket.faultOf = () => fault
    const times: number[] = []
    const ask = async () => {
      const start = performance.now()
      const { checks } = (await (await superadmin.get('/api/health')).json()) as { checks?: string[] }
      times.push(performance.now() - start)
      return checks
    }
    await expect.poll(ask).toEqual(['bucket'])
    expect(times.filter((ms) => ms >= HEALTH_MS)).toEqual([])
  })
})
