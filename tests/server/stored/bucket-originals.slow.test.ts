import { beforeEach, expect, it } from 'vitest'
import { bucket, setUpFarm, superadmin, turbine } from '../../support/app-setup.ts'
import { jpeg } from '../../support/builders.ts'

let bytes: Buffer
let key: string
setUpFarm('test', ['superadmin'], { of: 999, inBucket: true, env: { STORE_SECONDS: '1' } })
beforeEach(async () => {
  bytes = await jpeg({ width: 2000, height: 1000 })
  key = (await superadmin.uploadPhoto(turbine, 'a.jpg', bytes)).key
})

const media = (headers: Record<string, string> = {}) => superadmin.get(`/media/${key}`, headers)

/** The methods of the requests that reach the bucket while `work` runs. */
async function methodsOf(work: () => Promise<Response>): Promise<[methods: string[], received: Buffer]> {
  const before = bucket.requests.length
  const received = Buffer.from(await (await work()).arrayBuffer())
  return [bucket.requests.slice(before).map((request) => request.split(' ')[0] ?? ''), received]
}

it('asks the bucket for the size of an original, and then for it or a part of it', async () => {
  expect(await methodsOf(() => media())).toEqual([['HEAD', 'GET'], bytes])
  expect(await methodsOf(() => media({ Range: 'bytes=100-199' }))).toEqual([
    ['HEAD', 'GET'],
    bytes.subarray(100, 200),
  ])
  expect(await methodsOf(() => media({ Range: 'bytes=-7' }))).toEqual([['HEAD', 'GET'], bytes.subarray(-7)])
  const other = { Range: 'bytes=0-9', 'If-Range': '"other"' }
  expect(await methodsOf(() => media(other))).toEqual([['HEAD', 'GET'], bytes])
})

it('does not ask the bucket for what the client has', async () => {
  const tag = (await media()).headers.get('ETag') ?? ''
  const [methods] = await methodsOf(() => media({ 'If-None-Match': tag }))
  expect(methods).toEqual([])
})

it('continues where an answer breaks off after its headers', async () => {
  let cuts = 2
  bucket.faultOf = ({ method }) => (method === 'GET' && cuts-- > 0 ? 'cut' : undefined)
  expect(await methodsOf(() => media())).toEqual([['HEAD', 'GET', 'GET', 'GET'], bytes])
})

it('breaks the answer off if the bucket stops sending', async () => {
  // More than the buffers on the way take.
  await bucket.put(`files/${key}`, 'x'.repeat(10_000_000))
  let isFirst = true
  bucket.faultOf = ({ method }) => {
    if (method !== 'GET') return undefined
    const fault = isFirst ? 'cut' : 'fail'
    isFirst = false
    return fault
  }
  const answer = await media()
  expect([answer.status, answer.headers.get('Content-Length')]).toEqual([200, '10000000'])
  await expect(answer.arrayBuffer()).rejects.toThrow()
})
