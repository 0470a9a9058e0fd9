/** Reading older photos again, also while a file, or the bucket, cannot be read. */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Photo } from '#domain/photo.ts'
import type { Services } from '#server/features/open-features.ts'
import { readMetadataJob, readOlderPhotos } from '#server/features/photos/read-metadata-job.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { fullName, originalOf } from '#server/infrastructure/store/file-store.ts'
import { signInAs } from '../../support/accounts.ts'
import { jpeg, makeTurbine, readUpload } from '../../support/builders.ts'
import { TestBucket } from '../../support/servers/test-bucket.ts'
import { TestApp } from '../../support/test-app.ts'

let opened: AsyncDisposableStack
afterEach(() => opened.disposeAsync())

async function openApp(env: Record<string, string>, store?: 'disk'): Promise<TestApp> {
  return opened.use(await TestApp.open(env, store))
}

/** Photos as former versions have stored them, the oldest first, each with its own name as make of the camera. */
async function uploadOld(testApp: TestApp, makes: string[]): Promise<Photo[]> {
  const superadmin = await signInAs(testApp, 'superadmin')
  const turbine = await makeTurbine(testApp, { company_id: 999 })
  const photos: Photo[] = []
  for (const Make of makes) {
    const bytes = await sharp(await jpeg())
      .withExif({ IFD0: { Make } })
      .jpeg()
      .toBuffer()
    const { data } = await readUpload(await superadmin.upload(turbine, { [`${Make}.jpg`]: bytes }))
    photos.push(data[0] as Photo)
  }
  await testApp.services.db.write
    .updateTable('photo')
    .set({ exif: null, gpano: null, orientation: null, original_shown: null })
    .execute()
  return photos
}

/** The makes that are read, the oldest photo first. */
async function camerasOf(testApp: TestApp): Promise<(string | null)[]> {
  const rows = await testApp.services.db.read.selectFrom('photo').select('exif').orderBy('id').execute()
  return rows.map(({ exif }) => exif && JSON.parse(exif).camera)
}

it('reads the photos behind one whose file cannot be read, and that one when it can be read', async () => {
  opened = new AsyncDisposableStack()
  const testApp = await openApp({}, 'disk')
  const { services } = testApp
  const photos = await uploadOld(testApp, ['A', 'B', 'C'])
  const original = originalOf(photos[1]?.key ?? '')
  const path = join(services.config.dataDir, fullName(original))
  await rm(path)
  await mkdir(path)
  await readOlderPhotos(services)
  await expect.poll(() => camerasOf(testApp)).toEqual(['A', null, 'C'])
  await expect.poll(() => services.jobs.count()).toEqual({ waiting: 0, failed: 0 })

  await rm(path, { recursive: true })
  await testApp.putFile(original, await testApp.readOriginal(photos[0]?.key ?? ''))
  await readOlderPhotos(services)
  await expect.poll(() => camerasOf(testApp)).toEqual(['A', 'A', 'C'])
})

it('ends at an error that every photo would have, such as a full disk, and stores what it has read', async () => {
  opened = new AsyncDisposableStack()
  const testApp = opened.use(await TestApp.open({}, undefined, 'wait'))
  const { services } = testApp
  await uploadOld(testApp, ['A', 'B', 'C'])
  const copyTo = services.store.copyTo.bind(services.store)
  const full = Object.assign(new Error('The disk is full.'), { code: 'ENOSPC' })
  const copying = vi.spyOn(services.store, 'copyTo').mockImplementation(copyTo)
  copying.mockImplementationOnce(copyTo).mockRejectedValueOnce(full)
  await expect(readMetadataJob.run(services, {})).rejects.toBe(full)
  expect(copying).toHaveBeenCalledTimes(2)
  expect(await camerasOf(testApp)).toEqual([null, null, 'C'])
  expect(await services.jobs.count()).toEqual({ waiting: 0, failed: 0 })
})

it('stores nothing of a photo whose worker ended, and reads it the next time', async () => {
  opened = new AsyncDisposableStack()
  const testApp = opened.use(await TestApp.open({}, undefined, 'wait'))
  await uploadOld(testApp, ['A'])
  const ended = new ApiError('file_not_processed')
  vi.spyOn(testApp.services.images, 'readMetadata').mockRejectedValueOnce(ended)
  await readMetadataJob.run(testApp.services, {})
  expect(await camerasOf(testApp)).toEqual([null])
  await readMetadataJob.run(testApp.services, {})
  expect(await camerasOf(testApp)).toEqual(['A'])
})

describe('with a bucket', () => {
  let bucket: TestBucket
  let services: Services
  let photos: Photo[]
  let testApp: TestApp
  beforeEach(async () => {
    opened = new AsyncDisposableStack()
    bucket = opened.use(await TestBucket.start())
    testApp = await openApp({ ...bucket.env })
    services = testApp.services
    await services.jobs.close()
    photos = await uploadOld(testApp, ['A', 'B', 'C'])
  })

  const nameOf = (photo: Photo | undefined) => fullName(originalOf(photo?.key ?? ''))
  const downloads = (photo: Photo | undefined) =>
    bucket.requests.filter((request) => request.startsWith(`GET ${nameOf(photo)}`)).length

  it('keeps what it has read when the bucket is away, and does not download it again', async () => {
    bucket.faultOf = () => (downloads(photos[2]) > 0 && downloads(photos[1]) > 0 ? 'deny' : undefined)
    await expect(readMetadataJob.run(services, {})).rejects.toMatchObject({ code: 'store_unavailable' })
    expect(await camerasOf(testApp)).toEqual([null, null, 'C'])
    bucket.faultOf = () => undefined
    await readMetadataJob.run(services, {})
    expect(await camerasOf(testApp)).toEqual(['A', 'B', 'C'])
    expect(downloads(photos[2])).toBe(1)
  })

  it('reads the photos behind one that the bucket does not give, such as one in an archive', async () => {
    bucket.faultOf = ({ url }) => (url?.includes(photos[1]?.key ?? '') ? 'deny' : undefined)
    await readMetadataJob.run(services, {})
    expect(await camerasOf(testApp)).toEqual(['A', null, 'C'])
  })
})

it('stores what it has read after half a minute, and goes on with the photos that are older', async () => {
  opened = new AsyncDisposableStack()
  const testApp = opened.use(await TestApp.open({}, undefined, 'wait'))
  const { services } = testApp
  await uploadOld(testApp, ['A', 'B', 'C'])
  const readMetadata = services.images.readMetadata.bind(services.images)
  const now = performance.now.bind(performance)
  let passed = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + passed)
  const reading = vi.spyOn(services.images, 'readMetadata').mockImplementation(async (...request) => {
    passed += 16_000
    return readMetadata(...request)
  })
  await readMetadataJob.run(services, {})
  clock.mockRestore()
  reading.mockRestore()
  expect(await camerasOf(testApp)).toEqual([null, 'B', 'C'])
  services.jobs.start(services)
  await expect.poll(() => camerasOf(testApp)).toEqual(['A', 'B', 'C'])
})
