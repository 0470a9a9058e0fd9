import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { maintainFiles } from '#server/features/stored-files/stray-files.ts'
import { originalOf } from '#server/infrastructure/store/file-store.ts'
import { bucket, setUpFarm, superadmin, testApp, turbine } from '../../support/app-setup.ts'
import { jpeg, readData, readError } from '../../support/builders.ts'
import { temporaryFolder } from '../../support/test-app.ts'

setUpFarm('test', ['superadmin'], { of: 999, inBucket: true, env: { STORE_SECONDS: '1' } })

async function uploadOne() {
  const bytes = await jpeg({ width: 1200, height: 900 })
  return { key: (await superadmin.uploadPhoto(turbine, 'a.jpg', bytes)).key, bytes }
}

const media = (key: string, query = '') => superadmin.get(`/media/${key}${query}`)

it('repeats requests that fail or break off, so that no caller notices', async () => {
  const times = new Map<string, number>()
  bucket.faultOf = ({ method, url }) => {
    const time = (times.get(`${method} ${url}`) ?? 0) + 1
    times.set(`${method} ${url}`, time)
    if (time === 1) return 'fail'
    return time === 2 && method === 'GET' ? 'cut' : undefined
  }
  const { key, bytes } = await uploadOne()
  expect(Buffer.from(await (await media(key)).arrayBuffer()).equals(bytes)).toBe(true)
  expect(bucket.requests.filter((one) => one === `GET files/${key}?x-id=GetObject`)).toHaveLength(3)
})

it('repeats a request that the bucket does not answer', async () => {
  let hangs = 1
  bucket.faultOf = ({ method }) => (method === 'PUT' && hangs-- > 0 ? 'hang' : undefined)
  await uploadOne()
  expect(bucket.brokenOff).toBe(1)
})

describe('a bucket that does not answer', () => {
  it('refuses uploads and originals with store_unavailable, stores nothing, and still sends small pictures', async () => {
    const { key } = await uploadOne()
    const files = await testApp.files()
    bucket.faultOf = () => 'fail'
    const refused = await superadmin.upload(turbine, { 'b.jpg': await jpeg() })
    expect(refused.headers.get('Retry-After')).toBe('30')
    expect(await readError(refused)).toEqual([503, 'store_unavailable'])
    expect(await readError(await media(key))).toEqual([503, 'store_unavailable'])
    expect((await media(key, '?w=320')).status).toBe(200)

    bucket.faultOf = () => undefined
    expect(await testApp.files()).toEqual(files)
    expect(await readData(await superadmin.get(`/api/turbines/${turbine}/photos`))).toHaveLength(1)
    expect((await media(key)).status).toBe(200)
  })

  it('deletes photos nevertheless; the maintenance removes their files', async () => {
    const { key } = await uploadOne()
    bucket.faultOf = () => 'fail'
    const deleted = await superadmin.delete(`/api/turbines/${turbine}/photos?key=${encodeURIComponent(key)}`)
    expect(deleted.status).toBe(200)
    bucket.faultOf = () => undefined
    expect((await media(key)).status).toBe(404)
    expect((await media(key, '?w=320')).status).toBe(404)
    await maintainFiles(testApp.services)
    expect(await testApp.files()).toEqual([])
  })

  it('is named by the health check', async () => {
    bucket.faultOf = () => 'hang'
    // An answer does not wait for the check.
    await expect.poll(async () => (await superadmin.get('/api/health')).status).toBe(503)
    const answer = await superadmin.get('/api/health')
    expect(await answer.json()).toMatchObject({ error: 'unhealthy', checks: ['bucket'] })
  })
})

it('answers storage_full if the bucket has no space', async () => {
  bucket.faultOf = ({ method }) => (method === 'PUT' ? 'full' : undefined)
  const refused = await superadmin.upload(turbine, { 'a.jpg': await jpeg() })
  expect(await readError(refused)).toEqual([503, 'storage_full'])
  expect(await testApp.files()).toEqual([])
})

it('answers storage_read_only if the bucket refuses to store, and health names it until it can store again', async () => {
  const { key } = await uploadOne()
  // The server keeps the result of a check for three seconds.
  const health = async () => (await superadmin.get('/api/health')).json()
  bucket.faultOf = ({ method }) => (method === 'PUT' ? 'read only' : undefined)
  const refused = await superadmin.upload(turbine, { 'b.jpg': await jpeg() })
  expect(await readError(refused)).toEqual([503, 'storage_read_only'])
  expect((await media(key)).status).toBe(200)
  await expect.poll(health).toMatchObject({ error: 'unhealthy', checks: ['bucket'] })
  bucket.faultOf = () => undefined
  await expect.poll(health).toMatchObject({ status: 'ok' })
  expect((await superadmin.upload(turbine, { 'b.jpg': await jpeg() })).status).toBe(201)
  expect(bucket.requests.filter((request) => request.includes('write-probe')).length).toBeGreaterThan(1)
})

it('does not acknowledge a photo if the bucket has other bytes', async () => {
  bucket.faultOf = ({ method }) => (method === 'PUT' ? 'spoil' : undefined)
  const refused = await superadmin.upload(turbine, { 'a.jpg': await jpeg() })
  expect(await readError(refused)).toEqual([503, 'store_unavailable'])
  bucket.faultOf = () => undefined
  expect(await testApp.files()).toEqual([])
})

it('ends the request to the bucket when the client goes away', async () => {
  const { key } = await uploadOne()
  // More than all buffers on the way take.
  await bucket.put(`files/${key}`, 'x'.repeat(10_000_000))
  const reader = (await media(key)).body?.getReader()
  expect((await reader?.read())?.value?.length).toBeGreaterThan(0)
  await reader?.cancel()
  await expect.poll(() => bucket.brokenOff).toBe(1)
})

it('refuses a file that cannot be read any more, and goes on', async () => {
  const folder = await temporaryFolder()
  const path = join(folder, 'a')
  await writeFile(path, 'blade')
  // The first attempt fails, and the next one cannot open the file.
  bucket.faultOf = async ({ method }) => {
    if (method === 'PUT') await rm(path, { force: true })
    return 'fail' as const
  }
  const { store } = testApp.services
  await expect(store.keep([{ file: originalOf('turbines/1/photos/a'), path }])).rejects.toThrow()
  await rm(folder, { recursive: true })
})
