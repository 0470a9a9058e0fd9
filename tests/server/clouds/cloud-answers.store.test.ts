import { describe, expect, it, vi } from 'vitest'
import type { Photo } from '#domain/photo.ts'
import { CLOUD_POINT_BYTES, type PointCloudState, readCloudNodes } from '#domain/pictures/point-cloud.ts'
import { verify } from '#server/features/backup/verify.ts'
import { cloudJob } from '#server/features/photos/cloud-job.ts'
import { cloudOf, tilesOf } from '#server/features/photos/photo-files.ts'
import { removeStrayFiles } from '#server/features/stored-files/stray-files.ts'
import { fullName, originalOf } from '#server/infrastructure/store/file-store.ts'
import { makeVisitor, signInAs } from '../../support/accounts.ts'
import { company, operator, setUpTurbine, testApp, turbine } from '../../support/app-setup.ts'
import { jpeg, makeCompany, readError } from '../../support/builders.ts'
import { LAZ_FILES } from '../../support/files/laz.ts'
import { type PcdValues, pcd } from '../../support/files/pcd.ts'
import { inTwoDays } from '../stored/stray-setup.ts'
import { pointsOf } from './read-archive.ts'

setUpTurbine()

/** UTM coordinates in doubles. */
const AXES = Object.entries({
  x: [512_340.25, 512_341.5, 512_342.75],
  y: [4_201_877.5, 4_201_878.25, 4_201_879],
  z: [118, 118.5, 119.25],
}).map(([name, values]): PcdValues => ({ name, type: 'F', size: 8, values }))
const CLOUD = pcd('binary', AXES)

const upload = (bytes: Uint8Array = CLOUD, name = 'scan.pcd') => operator.uploadPhoto(turbine, name, bytes)

const addressOf = ({ id }: Photo, at = turbine) => `/api/turbines/${at}/photos/${id}/cloud`
const removeArchive = ({ key }: Photo) => testApp.services.store.remove([cloudOf(key)])

async function ready(photo: Photo, client = operator) {
  let state: PointCloudState | undefined
  await expect
    .poll(async () => {
      const { cloud } = (await (await client.get(addressOf(photo))).json()) as { cloud: PointCloudState }
      state = cloud
      return cloud.state
    })
    .toBe('ready')
  if (state?.state !== 'ready') throw new Error('The cloud is not ready.')
  return state
}

async function bytesAt(address: string): Promise<Buffer> {
  const answer = await operator.get(address)
  expect([address, answer.status]).toEqual([address, 200])
  return Buffer.from(await answer.arrayBuffer())
}

describe('a point cloud', () => {
  it('is answered with its origin, and its points are exact to a tenth of a millimetre', async () => {
    const photo = await upload()
    const cloud = await ready(photo)
    expect(cloud).toMatchObject({ points: 3, file_points: 3, has_colours: false, intensities: null })
    const table = await bytesAt(cloud.nodes_url)
    expect(readCloudNodes(Uint8Array.from(table).buffer)).toMatchObject([
      { number: 0, parent: -1, points: 3 },
    ])
    const points = pointsOf(await bytesAt(cloud.node_url.replace('{node}', '0')))
    for (const [index, { place }] of points.entries()) {
      for (const [axis, { values }] of AXES.entries()) {
        const absolute = (place[axis] ?? 0) + (cloud.origin[axis] ?? 0)
        expect(Math.abs(absolute - (values[index] as number))).toBeLessThan(0.0001)
      }
    }
  })

  it('is prepared after its upload, and not again when somebody opens it', async () => {
    const photo = await upload()
    await expect.poll(() => testApp.files()).toContain(fullName(cloudOf(photo.key)))
    const making = vi.spyOn(testApp.services.images, 'makeCloud')
    await ready(photo)
    expect(making).not.toHaveBeenCalled()
    making.mockRestore()
  })

  it('is prepared once for all who open it meanwhile', async () => {
    const photo = await upload()
    await ready(photo)
    await removeArchive(photo)
    const making = vi.spyOn(testApp.services.images, 'makeCloud')
    await Promise.all([ready(photo), ready(photo), ready(photo)])
    expect(making).toHaveBeenCalledTimes(1)
    making.mockRestore()
  })

  it('says how far it is while it is being prepared', async () => {
    const photo = await upload()
    await ready(photo)
    await removeArchive(photo)
    const { promise, resolve } = Promise.withResolvers<void>()
    const { images } = testApp.services
    const makeCloud = images.makeCloud.bind(images)
    const making = vi
      .spyOn(images, 'makeCloud')
      .mockImplementation(async (request, size, order, onProgress) => {
        onProgress?.(0.25)
        await promise
        await makeCloud(request, size, order, onProgress)
      })
    const answer = await operator.get(addressOf(photo))
    expect(await answer.json()).toEqual({ success: true, cloud: { state: 'preparing', share: 0.25 } })
    resolve()
    await ready(photo)
    making.mockRestore()
  })

  it('says that it cannot be prepared, although that fails when no answer waits for it', async () => {
    const photo = await upload()
    await ready(photo)
    await removeArchive(photo)
    const { promise, reject } = Promise.withResolvers<void>()
    const making = vi.spyOn(testApp.services.images, 'makeCloud').mockImplementation(() => promise)
    expect(await (await operator.get(addressOf(photo))).json()).toMatchObject({
      cloud: { state: 'preparing' },
    })
    reject(Object.assign(new Error('Too little free disk space.'), { code: 'ENOSPC' }))
    await expect(promise).rejects.toThrow()
    for (const _screen of ['one', 'another'])
      expect(await readError(await operator.get(addressOf(photo)))).toEqual([503, 'storage_full'])
    expect(making).toHaveBeenCalledTimes(1)
    making.mockRestore()
  })

  it('is prepared again if the archive is damaged or of another version', async () => {
    const photo = await upload()
    const { node_url } = await ready(photo)
    const node = node_url.replace('{node}', '0')
    const good = await bytesAt(node)
    const file = cloudOf(photo.key)
    await using open = await testApp.services.store.open(file)
    const archive = Buffer.from((await open?.readAll()) ?? [])
    for (const damaged of [
      archive.subarray(0, 100),
      Buffer.alloc(0),
      archive.subarray(0, -1),
      Buffer.concat([Buffer.from('KANATPC0'), archive.subarray(8)]),
      Buffer.alloc(archive.length, 0xff),
    ]) {
      await testApp.putFile(file, damaged)
      expect(await readError(await operator.get(node))).toEqual([404, 'not_found'])
      await ready(photo)
      expect((await bytesAt(node)).equals(good)).toBe(true)
    }
  })

  it('that was uploaded before it was read gets 415 with the reason', async () => {
    const photo = await upload()
    await ready(photo)
    await removeArchive(photo)
    await testApp.putFile(originalOf(photo.key), pcd('binary', AXES.slice(0, 2)))
    const answer = await operator.get(addressOf(photo), { 'Accept-Language': 'en' })
    expect(answer.status).toBe(415)
    expect(await answer.json()).toMatchObject({
      error: 'unsupported_file',
      message: 'The point cloud has no fields x, y and z.',
    })
  })

  it('has entity tags, with which the browser does not load points again', async () => {
    const { node_url } = await ready(await upload())
    const node = node_url.replace('{node}', '0')
    const tag = (await operator.get(node)).headers.get('ETag') ?? ''
    expect(tag).toMatch(/^"[0-9a-f]{64}-\d+-0"$/)
    expect((await operator.get(node, { 'If-None-Match': tag })).status).toBe(304)
  })

  it.each(['1', 'nodes/', '-1', '01', '1e3', '99999999'])('has no node %s', async (node) => {
    const { node_url } = await ready(await upload())
    expect((await operator.get(node_url.replace('{node}', node))).status).toBeGreaterThanOrEqual(400)
  })

  it('is not found in another version, and a photo is no cloud', async () => {
    const photo = await upload()
    const { nodes_url } = await ready(photo)
    const other = nodes_url.replace(/\/\d+\/nodes/, '/1/nodes')
    expect(await readError(await operator.get(other))).toEqual([404, 'not_found'])
    const picture = await operator.uploadPhoto(turbine, 'a.jpg', await jpeg())
    expect(await readError(await operator.get(addressOf(picture)))).toEqual([415, 'unsupported_file'])
    expect(await readError(await operator.get(`/media/clouds/${picture.id}/2/0`))).toEqual([404, 'not_found'])
  })

  it('is shown to nobody of another company, and to no visitor', async () => {
    const photo = await upload()
    const { nodes_url, node_url } = await ready(photo)
    const stranger = await signInAs(testApp, 'operator', await makeCompany(testApp))
    for (const address of [nodes_url, node_url.replace('{node}', '0')]) {
      expect(await readError(await stranger.get(address))).toEqual([404, 'photo_not_found'])
      expect((await makeVisitor(testApp).get(address)).status).toBe(401)
    }
    expect((await stranger.get(addressOf(photo))).status).toBe(404)
  })

  it('is removed with its archive, also while that is made', async () => {
    const manager = await signInAs(testApp, 'company_manager', company)
    const remove = ({ key }: Photo) =>
      manager.delete(`/api/turbines/${turbine}/photos?key=${encodeURIComponent(key)}`)
    const photo = await upload()
    await ready(photo)
    expect((await remove(photo)).status).toBe(200)
    const early = await upload(CLOUD, 'early.pcd')
    const running = cloudJob.run(testApp.services, { photoId: early.id })
    expect((await remove(early)).status).toBe(200)
    await running
    await cloudJob.run(testApp.services, { photoId: early.id })
    await expect
      .poll(async () => (await testApp.files()).filter((path) => path.includes(`/turbines/${turbine}/`)))
      .toEqual([])
  })

  it('of LAZ has the colours and intensities of the file', async () => {
    const photo = await upload(LAZ_FILES['the point format 7'].bytes, 'scan.laz')
    const cloud = await ready(photo)
    expect(cloud).toMatchObject({ points: 150, has_colours: true, origin: [512_343, 4_201_877, 119] })
    const bytes = await bytesAt(cloud.node_url.replace('{node}', '0'))
    expect(bytes.length).toBe(150 * CLOUD_POINT_BYTES)
    expect((await operator.get(photo.url)).headers.get('Content-Type')).toBe('application/vnd.laszip')
  })
})

it('the archive of a cloud is known to `verify` and the sweep', async () => {
  const photo = await upload()
  await ready(photo)
  const { services } = testApp
  // A point cloud has no tiles.
  await testApp.putFile(tilesOf(photo.key), Buffer.from('left over'))
  const orphan = cloudOf(photo.key.replace(/[^/]+$/, 'of-no-photo.pcd'))
  await testApp.putFile(orphan, Buffer.from('left by a crash'))
  expect((await removeStrayFiles(services, inTwoDays())).files).toBe(2)
  const sizes = [cloudOf(photo.key), tilesOf(photo.key), orphan].map((file) => services.store.size(file))
  expect(await Promise.all(sizes)).toEqual([expect.any(Number), undefined, undefined])
  // Files of the other tests may be damaged.
  const ofPhoto = ({ subject }: { subject: string }) => subject.includes(photo.key)
  expect((await verify(services.config, services.store)).problems.filter(ofPhoto)).toEqual([])
})
