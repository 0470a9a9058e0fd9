import sharp from 'sharp'
import { beforeEach, expect, it } from 'vitest'
import { NO_EXIF, type Photo, type PhotoExif } from '#domain/photo.ts'
import { openJobs } from '#server/core/jobs/open-jobs.ts'
import { findGpano } from '#server/features/photos/metadata-queries.ts'
import { readMetadataJob, readOlderPhotos } from '#server/features/photos/read-metadata-job.ts'
import type { Gpano } from '#server/infrastructure/images/decode-request.ts'
import { originalOf } from '#server/infrastructure/store/file-store.ts'
import { operator, setUpTurbine, testApp, turbine } from '../../support/app-setup.ts'
import { jpeg } from '../../support/builders.ts'
import { HOSTILE_EXIF, pictureWith } from '../../support/files/hostile-exif.ts'
import { pointCloud } from '../../support/files/point-cloud.ts'

setUpTurbine()

/** What a file says about a sphere. */
const SPHERE: Gpano = {
  projection: 'equirectangular',
  full_width: 400,
  full_height: 200,
  width: 400,
  height: 200,
  left: 0,
  top: 0,
  heading: null,
  pitch: null,
  roll: null,
}

let number = 0

async function upload(extension: string, bytes: Uint8Array): Promise<Photo> {
  number += 1
  return operator.uploadPhoto(turbine, `${number}.${extension}`, bytes)
}

const photoBy = async (make: string) =>
  upload(
    'jpg',
    await sharp(await jpeg())
      .withExif({ IFD0: { Make: make } })
      .jpeg()
      .toBuffer(),
  )

/** Makes all photos like those that were uploaded before the table had the columns. */
const forget = () =>
  testApp.services.db.write
    .updateTable('photo')
    .set({ exif: null, gpano: null, orientation: null, original_shown: null })
    .execute()

async function exifOf({ id }: Photo): Promise<PhotoExif | null> {
  const answer = await operator.get(`/api/turbines/${turbine}/photos/${id}/exif`)
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { exif: PhotoExif | null }).exif
}

const waiting = async () => (await testApp.services.jobs.count()).waiting

beforeEach(() => expect.poll(waiting).toBe(0))

it('reads older photos, of which the API says until then that they are not read', async () => {
  const photos = [await photoBy('DJI'), await photoBy('SONY'), await upload('jpg', await jpeg())]
  const cloud = await upload('pcd', pointCloud(new Uint8Array(9)))
  await forget()
  for (const photo of photos) expect(await exifOf(photo)).toBeNull()
  expect(await exifOf(cloud)).toEqual(NO_EXIF)
  await readOlderPhotos(testApp.services)
  await expect
    .poll(() => Promise.all(photos.map(exifOf)))
    .toEqual([{ ...NO_EXIF, camera: 'DJI' }, { ...NO_EXIF, camera: 'SONY' }, NO_EXIF])
  await expect.poll(waiting).toBe(0)
})

it('changes the answer of lists that are remembered', async () => {
  const png = await upload(
    'png',
    await sharp(await jpeg())
      .png()
      .toBuffer(),
  )
  const isShown = async () => {
    const answer = await operator.get(`/api/turbines/${turbine}/photos`)
    const { data } = (await answer.json()) as { data: Photo[] }
    return data.find(({ id }) => id === png.id)?.original_shown
  }
  expect(await isShown()).toBe(true)
  await forget()
  await expect.poll(isShown).toBe(false)
  await readOlderPhotos(testApp.services)
  await expect.poll(isShown).toBe(true)
  await expect.poll(waiting).toBe(0)
})

it('reads again what a former version has read, whose facts stay until then and if the file is lost', async () => {
  const photos = [await photoBy('DJI'), await photoBy('SONY')]
  const [photo, lost] = photos as [Photo, Photo]
  // What a former version has stored has not all of the fields.
  const former = { taken_at: '2026-09-12T14:03:05', camera: 'Former', gps: null }
  await testApp.services.db.write
    .updateTable('photo')
    .set({
      exif: JSON.stringify(former),
      gpano: JSON.stringify(SPHERE),
      orientation: null,
      original_shown: null,
    })
    .execute()
  for (const each of photos) expect(await exifOf(each)).toEqual({ ...NO_EXIF, ...former })
  await testApp.services.store.remove([originalOf(lost.key)])
  await readOlderPhotos(testApp.services)
  await expect.poll(() => exifOf(photo)).toEqual({ ...NO_EXIF, camera: 'DJI' })
  await expect.poll(waiting).toBe(0)
  expect(await exifOf(lost)).toEqual({ ...NO_EXIF, ...former })
  const { read } = testApp.services.db
  expect(await Promise.all([photo, lost].map(({ id }) => findGpano(read, id)))).toEqual([null, SPHERE])
})

it('adds no job if all are read', async () => {
  await testApp.services.jobs.close()
  await readOlderPhotos(testApp.services)
  expect(await waiting()).toBe(0)
})

it('goes on after a restart', async () => {
  const photo = await photoBy('DJI')
  await forget()
  const { services } = testApp
  // This process runs no jobs any more, so the job stays for the next one.
  await services.jobs.close()
  const stopped = await openJobs(services.config, services.db, [readMetadataJob], services.log)
  await services.transactions.run((transaction) => stopped.add(transaction, readMetadataJob, {}))
  await stopped.close()
  expect(await exifOf(photo)).toBeNull()
  const restarted = await openJobs(services.config, services.db, [readMetadataJob], services.log)
  const servicesOfNext = { ...services, jobs: restarted }
  restarted.start(servicesOfNext)
  try {
    await expect.poll(() => exifOf(photo)).toEqual({ ...NO_EXIF, camera: 'DJI' })
  } finally {
    await restarted.close()
  }
})

it('stores that a photo says nothing if its file is missing, damaged or hostile', async () => {
  const [missing, damaged, hostile] = [await photoBy('A'), await photoBy('B'), await photoBy('C')]
  await forget()
  await testApp.services.store.remove([originalOf(missing.key)])
  await testApp.putFile(originalOf(damaged.key), Buffer.from('no picture'))
  const block = HOSTILE_EXIF['a directory that points at itself']?.(true) ?? Buffer.alloc(0)
  await testApp.putFile(originalOf(hostile.key), await pictureWith(block, 'jpeg'))
  await readMetadataJob.run(testApp.services, {})
  for (const photo of [missing, damaged, hostile]) expect(await exifOf(photo)).toEqual(NO_EXIF)
})
