/** Archives of point clouds that are objects of a bucket, without a copy on the local disk. */

import { readdir } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Photo } from '#domain/photo.ts'
import type { PointCloudState } from '#domain/pictures/point-cloud.ts'
import { archiveSizeMax, refuseLargeArchive } from '#server/features/photos/cloud-archive.ts'
import { cloudOf } from '#server/features/photos/photo-files.ts'
import { bucket, setUpFarm, superadmin, testApp, turbine } from '../../support/app-setup.ts'
import { readError } from '../../support/builders.ts'
import { pcd } from '../../support/files/pcd.ts'

/** So many that the archive is larger than the largest copy. */
const POINTS = 20_000
const NODE_BYTES = POINTS * 16
const CLOUD = pcd(
  'binary_compressed',
  ['x', 'y', 'z'].map((name, axis) => ({
    name,
    type: 'F',
    size: 4,
    values: Array.from({ length: POINTS }, (_, index) => (index * (axis + 7)) % 1013),
  })),
)

setUpFarm('test', ['superadmin'], {
  of: 999,
  inBucket: true,
  env: { STORE_CACHE_MB: '1', STORE_SECONDS: '2' },
})

const upload = () => superadmin.uploadPhoto(turbine, 'scan.pcd', CLOUD)

const ask = ({ id }: Photo) => superadmin.get(`/api/turbines/${turbine}/photos/${id}/cloud`)
const remove = ({ key }: Photo) =>
  superadmin.delete(`/api/turbines/${turbine}/photos?key=${encodeURIComponent(key)}`)

async function stateOf(photo: Photo): Promise<PointCloudState | undefined> {
  return ((await (await ask(photo)).json()) as { cloud?: PointCloudState }).cloud
}

async function ready(photo: Photo) {
  await expect.poll(async () => (await stateOf(photo))?.state).toBe('ready')
  const state = await stateOf(photo)
  if (state?.state !== 'ready') throw new Error('The cloud is not ready.')
  return state
}

const isOfArchive = ({ url = '' }: IncomingMessage) => url.includes('.cloud.bin')

it('is read in ranges: a node takes the bytes of its points and two short parts', async () => {
  const { node_url } = await ready(await upload())
  const ranges: (string | undefined)[] = []
  bucket.faultOf = (request) => {
    if (request.method === 'GET' && isOfArchive(request)) ranges.push(request.headers.range)
    return undefined
  }
  const answer = await superadmin.get(node_url.replace('{node}', '0'))
  expect((await answer.arrayBuffer()).byteLength).toBe(NODE_BYTES)
  const lengths = ranges.map((range) => {
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
    return Number(end) - Number(start) + 1
  })
  expect(lengths).toEqual([256, 40, NODE_BYTES])
})

it.each(['hang', 'refuse', 'fail', 'cut'] as const)(
  'says that the bucket is away (%s), and sends the points when it is back',
  async (fault) => {
    const photo = await upload()
    const { node_url, nodes_url } = await ready(photo)
    const node = node_url.replace('{node}', '0')
    bucket.faultOf = (request) => (isOfArchive(request) ? fault : undefined)
    const answers = await Promise.all([superadmin.get(node), superadmin.get(nodes_url), ask(photo)])
    for (const answer of answers) expect(await readError(answer)).toEqual([503, 'store_unavailable'])
    bucket.faultOf = () => undefined
    expect((await (await superadmin.get(node)).arrayBuffer()).byteLength).toBe(NODE_BYTES)
    await ready(photo)
  },
)

it.each(['0', 'nodes'])(
  'that is removed while its part %s is read is missing, and not empty',
  async (part) => {
    const photo = await upload()
    const { node_url } = await ready(photo)
    let reads = 0
    bucket.faultOf = async (request) => {
      const isRead = request.method === 'GET' && isOfArchive(request)
      if (isRead) reads += 1
      if (isRead && reads === (part === '0' ? 3 : 2))
        await testApp.services.store.remove([cloudOf(photo.key)])
      return undefined
    }
    const answer = await superadmin.get(node_url.replace('{node}', part))
    expect(await readError(answer)).toEqual([404, 'not_found'])
  },
)

it('is not kept in a full bucket, and is made when that has room again', async () => {
  bucket.faultOf = (request) => (request.method === 'PUT' && isOfArchive(request) ? 'full' : undefined)
  const photo = await upload()
  await expect.poll(async () => readError(await ask(photo))).toEqual([503, 'storage_full'])
  expect(await testApp.services.store.size(cloudOf(photo.key))).toBeUndefined()
  await expect.poll(() => readdir(join(testApp.dir, 'incoming'))).toEqual([])
  bucket.faultOf = () => undefined
  await ready(photo)
})

it('is not made while the bucket does not give the file, and is made by the same job when it does', async () => {
  let tries = 0
  bucket.faultOf = ({ method, url = '' }) => {
    if (method !== 'GET' || !url.includes('/files/')) return undefined
    tries += 1
    return 'fail'
  }
  const photo = await upload()
  await expect.poll(() => tries).toBeGreaterThan(2)
  bucket.faultOf = () => undefined
  await expect.poll(() => testApp.services.store.size(cloudOf(photo.key))).toBeGreaterThan(NODE_BYTES)
})

it('leaves nothing if the photo is deleted while the bucket takes it', async () => {
  const begun = Promise.withResolvers<void>()
  const held = Promise.withResolvers<undefined>()
  bucket.faultOf = (request) => {
    if (request.method !== 'PUT' || !isOfArchive(request)) return undefined
    begun.resolve()
    return held.promise
  }
  const photo = await upload()
  await begun.promise
  expect((await remove(photo)).status).toBe(200)
  held.resolve(undefined)
  await expect.poll(() => testApp.files()).toEqual([])
  expect(await readError(await ask(photo))).toEqual([404, 'photo_not_found'])
})

it('is refused if its archive may be larger than an object can be', async () => {
  const config = testApp.services.config as { maxStoredSize: number }
  config.maxStoredSize = archiveSizeMax(POINTS)
  const photo = await upload()
  await ready(photo)
  config.maxStoredSize -= 1
  const answer = await superadmin.upload(turbine, { 'other.pcd': CLOUD })
  expect(answer.status).toBe(415)
  expect(await answer.json()).toMatchObject({ rejected: [{ name: 'other.pcd', error: 'unsupported_file' }] })

  // One that was accepted before is not made again and again.
  config.maxStoredSize = NODE_BYTES
  await testApp.services.store.remove([cloudOf(photo.key)])
  await expect.poll(async () => readError(await ask(photo))).toEqual([415, 'unsupported_file'])
})

it('has as many points as an object of 5 GiB can have', () => {
  const { config } = testApp.services
  expect(config.maxStoredSize).toBe(5 * 1024 ** 3)
  expect(() => refuseLargeArchive(config, archiveSizeMax(333_000_000))).not.toThrow()
  expect(() => refuseLargeArchive(config, archiveSizeMax(334_000_000))).toThrow(
    expect.objectContaining({
      code: 'unsupported_file',
      reason: { code: 'cloud_too_many_points', values: { max: 333_000_000 } },
    }),
  )
})
