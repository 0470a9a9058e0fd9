/** A worker that the kernel ends, or that crashes, says nothing about its file. */
import { afterEach, expect, it, vi } from 'vitest'
import { tilesJob } from '#server/features/photos/tiles-job.ts'
import { ImageWorkers } from '#server/infrastructure/images/image-workers.ts'
import { WorkerEnded, WorkerProcess } from '#server/infrastructure/images/worker-process.ts'
import { ImageRefused } from '#server/infrastructure/pictures/image-refused.ts'
import { SERVER_ITSELF } from '#server/infrastructure/work-order.ts'
import { operator, setUpTurbine, testApp, turbine } from '../../support/app-setup.ts'
import { jpeg, pdf, readError, readReports, readUpload } from '../../support/builders.ts'
import { UploadInParts } from '../../support/tus-requests.ts'

setUpTurbine()
afterEach(() => vi.restoreAllMocks())

const killed = () => Promise.reject(new WorkerEnded('ended with SIGKILL'))
const photos = async () => (await readUpload(await operator.get(`/api/turbines/${turbine}/photos`))).data
const files = async () => (await testApp.files()).filter((file) => file.includes(`/${turbine}/`))

it('a photo whose worker ends is tried once more, and stored', async () => {
  vi.spyOn(WorkerProcess.prototype, 'run').mockImplementationOnce(killed)
  const { status, data } = await readUpload(await operator.upload(turbine, { 'a.jpg': await jpeg() }))
  expect([status, data.length]).toEqual([201, 1])
})

it('a photo whose worker ends twice is 503 with a time to try again, and nothing of it stays', async () => {
  vi.spyOn(WorkerProcess.prototype, 'run').mockImplementationOnce(killed).mockImplementationOnce(killed)
  const answer = await operator.upload(turbine, { 'a.jpg': await jpeg() })
  expect(answer.headers.get('Retry-After')).toBe('30')
  expect(await readError(answer)).toEqual([503, 'file_not_processed'])
  expect(await files()).toEqual([])
})

it('the other photos of its upload are stored', async () => {
  const { run } = WorkerProcess.prototype
  const fragile = await jpeg({ width: 33 })
  let ended = 0
  vi.spyOn(WorkerProcess.prototype, 'run').mockImplementation(async function (this: WorkerProcess, ...task) {
    const result = await run.apply(this, task)
    if (result.type !== 'decoded' || result.image.width !== 33) return result
    ended += 1
    return killed()
  })
  const answer = await operator.upload(turbine, { 'a.jpg': await jpeg(), 'b.jpg': fragile })
  const { status, data, rejected } = await readUpload(answer)
  expect([status, data.map(({ originalName }) => originalName)]).toEqual([201, ['a.jpg']])
  expect(rejected).toMatchObject([{ name: 'b.jpg', error: 'file_not_processed' }])
  expect(ended).toBe(2)
})

it('the parts of a photo stay, so that its last byte is enough', async () => {
  vi.spyOn(WorkerProcess.prototype, 'run').mockImplementationOnce(killed).mockImplementationOnce(killed)
  const bytes = await jpeg()
  const upload = await UploadInParts.begin(operator.send.bind(operator), turbine, 'a.jpg', bytes.length)
  const last = bytes.length - 1
  const answer = await upload.part(bytes, 0)
  expect(answer.headers.get('Retry-After')).toBe('30')
  expect(await readError(answer)).toEqual([503, 'file_not_processed'])
  expect(await upload.offset()).toEqual({ status: 200, offset: last })
  expect((await upload.part(bytes.subarray(last), last)).status).toBe(204)
  expect(await photos()).toHaveLength(1)
})

it('a report is stored without its picture, which the maintenance tries again', async () => {
  vi.spyOn(WorkerProcess.prototype, 'run').mockImplementation(killed)
  const { status, data } = await readReports(await operator.uploadReports(turbine, { 'a.pdf': pdf() }))
  expect([status, data[0]?.thumb_url]).toEqual([201, null])
  const { read } = testApp.services.db
  const rows = await read
    .selectFrom('report')
    .select('has_thumbnail')
    .where('turbine_id', '=', turbine)
    .execute()
  expect(rows).toEqual([{ has_thumbnail: null }])
})

it('tiles are tried twice for the requests of a screen, and not again for a while', async () => {
  const { id } = await operator.uploadPhoto(turbine, 'a.jpg', await jpeg({ width: 700 }))
  const making = vi.spyOn(WorkerProcess.prototype, 'run').mockImplementation(killed)
  for (const tile of ['0/0-0', '1/0-0', '1/1-0']) {
    const answer = await operator.get(`/media/panoramas/${id}/${tile}`)
    expect(await readError(answer)).toEqual([503, 'file_not_processed'])
  }
  expect(making).toHaveBeenCalledTimes(2)
  making.mockClear()
  // A job has tries of its own.
  await expect(tilesJob.run(testApp.services, { photoId: id })).rejects.toMatchObject({
    code: 'file_not_processed',
  })
  expect(making).toHaveBeenCalledTimes(1)
})

it('the second try runs alone, in a new worker', async () => {
  const { images } = testApp.services
  const order = { requester: SERVER_ITSELF, priority: 'low' } as const
  const other = Promise.withResolvers<never>()
  const working = vi.spyOn(WorkerProcess.prototype, 'run').mockImplementationOnce(() => other.promise)
  const ending = vi.spyOn(ImageWorkers.prototype, 'endIdle')
  const tasks = () => working.mock.calls.map(([{ task }]) => task)
  const running = images.readMetadata('other', order)
  await expect.poll(tasks).toEqual(['read metadata'])
  working.mockImplementationOnce(killed)
  const answer = operator.upload(turbine, { 'a.jpg': await jpeg() })
  await expect.poll(tasks).toEqual(['read metadata', 'decode'])
  const next = expect(images.readMetadata('nowhere', order)).rejects.toThrow()
  await new Promise(setImmediate)
  expect(tasks()).toEqual(['read metadata', 'decode'])
  other.reject(new ImageRefused('unsupported_file'))
  expect(await running).toBeUndefined()
  expect((await answer).status).toBe(201)
  await next
  expect(tasks()).toEqual(['read metadata', 'decode', 'decode', 'read metadata'])
  expect(ending).toHaveBeenCalledTimes(1)
})
