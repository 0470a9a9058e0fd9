import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Photo } from '#domain/photo.ts'
import { tilesJob } from '#server/features/photos/tiles-job.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { WorkerProcess } from '#server/infrastructure/images/worker-process.ts'
import { ImageRefused } from '#server/infrastructure/pictures/image-refused.ts'
import { SERVER_ITSELF } from '#server/infrastructure/work-order.ts'
import { signInAs } from '../../support/accounts.ts'
import { operator, setUpTurbine, testApp, turbine } from '../../support/app-setup.ts'
import { jpeg, readError } from '../../support/builders.ts'

setUpTurbine()
afterEach(() => vi.restoreAllMocks())

/** A photo whose tiles nobody has made. */
const upload = async (name: string) => operator.uploadPhoto(turbine, name, await jpeg({ width: 700 }))

const getTile = ({ id }: Photo) => operator.get(`/media/panoramas/${id}/0/0-0`)

it('makes tiles at once for a request, also if they wait in the background for a worker that has long work', async () => {
  const { images } = testApp.services
  const photo = await upload('waiting.jpg')
  const ended = Promise.withResolvers<never>()
  const reading = vi.spyOn(WorkerProcess.prototype, 'run').mockImplementationOnce(() => ended.promise)
  const longWork = images.readMetadata('long', { requester: SERVER_ITSELF, priority: 'low' })
  await expect.poll(() => reading.mock.calls.length).toBe(1)
  const making = vi.spyOn(images, 'makeTiles')
  const job = tilesJob.run(testApp.services, { photoId: photo.id })
  await expect.poll(() => images.waiting).toBe(1)

  const answers = await Promise.all([getTile(photo), getTile(photo)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  // The job has nothing left to do, and has not failed.
  await job
  expect(making.mock.calls.map(([, , { priority }]) => priority)).toEqual(['low', 'high'])
  ended.reject(new ImageRefused('unsupported_file'))
  await longWork
})

it('makes tiles with priority for a request, although a worker makes them with low priority, which ends', async () => {
  const photo = await upload('slow.jpg')
  const { images } = testApp.services
  const making = vi.spyOn(images, 'makeTiles')
  making.mockImplementationOnce(
    (_, __, { signal }) =>
      new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('Its worker has ended.')))
      }),
  )
  const job = tilesJob.run(testApp.services, { photoId: photo.id })
  await expect.poll(() => making.mock.calls.length).toBe(1)
  expect((await getTile(photo)).status).toBe(200)
  await job
  expect(making.mock.calls.map(([, , { priority }]) => priority)).toEqual(['low', 'high'])
})

describe('if the turbine is deleted while the tiles of its photo are made', () => {
  /** Deletes the turbine, and then goes on with `outcome` instead of what `makeTiles` does. */
  const deleteMeanwhile = async (outcome: (...paths: [string, string]) => Promise<void>) => {
    const superadmin = await signInAs(testApp, 'superadmin')
    vi.spyOn(testApp.services.images, 'makeTiles').mockImplementationOnce(async (...[original, archive]) => {
      expect((await superadmin.delete(`/api/turbines/${turbine}`)).status).toBe(200)
      await outcome(original, archive)
    })
  }

  it('they are not found, also if they could not be made', async () => {
    const photo = await upload('failing.jpg')
    await deleteMeanwhile(() => Promise.reject(new ApiError('storage_full')))
    expect(await readError(await getTile(photo))).toEqual([404, 'photo_not_found'])
  })

  it('no folder is left', async () => {
    const photo = await upload('made.jpg')
    const { dataDir } = testApp.services.config
    const folder = join(dataDir, `derivatives/turbines/${turbine}`)
    expect(existsSync(folder)).toBe(true)
    await deleteMeanwhile((_, archive) => writeFile(archive, 'tiles'))
    expect(await readError(await getTile(photo))).toEqual([404, 'photo_not_found'])
    expect(existsSync(folder)).toBe(false)
  })
})
