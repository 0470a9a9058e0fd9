import { beforeEach, expect, it, vi } from 'vitest'
import {
  BLADE_BATCH_FILES,
  CATEGORY_BATCH_BYTES,
  RESUMABLE_FROM_BYTES,
  UPLOAD_PAUSE_MS,
} from '#domain/limits.ts'
import { RequestError } from '#panel/api/request-error.ts'
import type { StagedPhoto } from '#panel/photos/upload/staged-files.ts'
import { type BatchOutcome, uploadInBatches } from '#panel/photos/upload/upload-in-batches.ts'
import { secondsLeft, type UploadProgress } from '#panel/photos/upload/upload-progress.ts'
import type { UploadTarget } from '#panel/photos/upload/upload-target.ts'

type Send = Parameters<typeof uploadInBatches>[0]['send']
type SendInParts = Parameters<typeof uploadInBatches>[0]['sendInParts']

beforeEach(() => void vi.useFakeTimers({ now: 0 }))

const TARGET: UploadTarget = { turbineId: 1, category: 'blade', blade: 'A', room: '1', year: 2026 }
const onDrone = (files: StagedPhoto[]) =>
  files.map((item) => ({ ...item, target: { ...TARGET, category: 'drone' } as UploadTarget }))

function stage(...sizes: number[]): StagedPhoto[] {
  return sizes.map((size, id) => ({
    id: String(id),
    target: TARGET,
    file: Object.defineProperty(new File([], `${id}.jpg`), 'size', { value: size }),
    storage: 'stored',
  }))
}

interface Options {
  controller?: AbortController
  sendInParts?: SendInParts
  isStored?: (file: File) => Promise<boolean>
}

/** Uploads `files` with `send` and returns all reports. */
async function upload(
  files: StagedPhoto[],
  send: Send,
  {
    controller = new AbortController(),
    sendInParts = () => Promise.reject(new Error('no file is large')),
    isStored = async () => false,
  }: Options = {},
) {
  const progress: UploadProgress[] = []
  const batches: BatchOutcome[] = []
  const splits = vi.fn()
  const unreadable: string[] = []
  const done = uploadInBatches({
    files,
    send,
    sendInParts,
    isStored,
    signal: controller.signal,
    onProgress: (step) => progress.push(step),
    onBatch: (batch) => batches.push(batch),
    onSplit: splits,
    onUnreadable: (gone) => unreadable.push(...gone.map(({ file }) => file.name)),
  })
  await vi.runAllTimersAsync()
  await done
  return { progress, batches, splits, unreadable }
}

const keepAll: Send = async (_, onProgress) => {
  onProgress(0.5)
  onProgress(1)
  return { data: [], rejected: [], exif_left_out: [] }
}

it('sends a few files in each request, and waits between requests but not after the last', async () => {
  const times: number[] = []
  const { batches } = await upload(stage(1, 1, 1, 1, 1, 1, 1), (files, ...rest) => {
    times.push(Date.now())
    expect(files.length).toBeLessThanOrEqual(BLADE_BATCH_FILES)
    return keepAll(files, ...rest)
  })
  expect(batches.map(({ files }) => files.length)).toEqual([3, 3, 1])
  expect(times).toEqual([0, UPLOAD_PAUSE_MS, 2 * UPLOAD_PAUSE_MS])
  expect(Date.now()).toBe(2 * UPLOAD_PAUSE_MS)
})

it('counts bytes over all batches, never decreases, and ends at the total', async () => {
  const { progress } = await upload(stage(10, 20, 30, 40), keepAll)
  expect(progress.map(({ sent }) => sent)).toEqual([0, 30, 60, 60, 60, 80, 100, 100])
  expect(progress.every(({ total }) => total === 100)).toBe(true)
  expect(progress.filter(({ state }) => state === 'reading').map(({ sent }) => sent)).toEqual([60, 100])
})

it('continues after a failed batch, and reports its number', async () => {
  let call = 0
  const { batches } = await upload(stage(1, 1, 1, 1, 1, 1, 1), async (...send) => {
    call += 1
    if (call === 2) throw new RequestError({ code: 'internal_error', status: 500 })
    return keepAll(...send)
  })
  expect(batches.map(({ number, error }) => [number, error === undefined])).toEqual([
    [1, true],
    [2, false],
    [3, true],
  ])
})

it('sends at most two photos and 20 MB of another category in one request', async () => {
  const files = onDrone(stage(1, 1, 1, CATEGORY_BATCH_BYTES - 1, 1, 1))
  const { batches } = await upload(files, keepAll)
  expect(batches.map(({ files }) => files.map(({ file }) => file.size))).toEqual([
    [1, 1],
    [1, CATEGORY_BATCH_BYTES - 1],
    [1, 1],
  ])
})

it('sends the photos of several places in requests of their own', async () => {
  const send = vi.fn<Send>(keepAll)
  const { progress } = await upload([...stage(1, 1, 1, 1), ...onDrone(stage(2, 2))], send)
  expect(send.mock.calls.map(([files, , , target]) => [target.category, files.length])).toEqual([
    ['blade', 3],
    ['blade', 1],
    ['drone', 2],
  ])
  expect(progress.at(-1)).toMatchObject({ sent: 8, total: 8, left: 0 })
})

it('distinguishes refused files from a failed batch if the server stored no file', async () => {
  const rejected = [{ name: '0.jpg', error: 'unsupported_file', message: 'No image.' }]
  const { batches } = await upload(stage(1), () =>
    Promise.reject(new RequestError({ code: 'unsupported_file', status: 415, body: { rejected } })),
  )
  expect(batches).toEqual([expect.objectContaining({ rejected })])
  expect(batches[0]).not.toHaveProperty('error')
})

it.each([401, 403, 404, 503])('sends no more batches after a %i', async (status) => {
  const send = vi.fn<Send>(() => Promise.reject(new RequestError({ code: 'any', status })))
  await upload(stage(1, 1, 1, 1), send)
  expect(send).toHaveBeenCalledOnce()
})

it('sends a batch that is too large for one request again, file by file', async () => {
  const { batches, splits, progress } = await upload(stage(10, 20, 30), async (files, ...rest) => {
    if (files.length > 1) throw new RequestError({ code: 'server_error', status: 413 })
    return keepAll(files, ...rest)
  })
  expect(splits).toHaveBeenCalledOnce()
  expect(batches.map(({ number, files }) => [number, files.length])).toEqual([
    [1, 1],
    [1, 1],
    [1, 1],
  ])
  expect(progress.at(-1)).toMatchObject({ sent: 60, total: 60, state: 'sending', left: 0 })
})

it('stops when it is cancelled, and does not report a failure', async () => {
  const controller = new AbortController()
  const send = vi.fn<Send>((_files, _onShare, signal) => {
    controller.abort()
    return Promise.reject(signal.reason)
  })
  const { batches } = await upload(stage(1, 1, 1, 1), send, { controller })
  expect(send).toHaveBeenCalledOnce()
  expect(batches).toEqual([])
})

it('sends a large file in parts, as a batch of its own', async () => {
  const sent: string[] = []
  const send: Send = (files, ...rest) => {
    sent.push(files.map(({ name }) => name).join())
    return keepAll(files, ...rest)
  }
  const sendInParts: SendInParts = async (file) => void sent.push(`${file.name} in parts`)
  const { batches } = await upload(stage(1, RESUMABLE_FROM_BYTES + 1, 1, 1), send, { sendInParts })
  expect(sent).toEqual(['0.jpg', '1.jpg in parts', '2.jpg,3.jpg'])
  expect(batches).toHaveLength(3)
})

it('counts a file as refused if its last part is refused', async () => {
  const message = 'No image.'
  const sendInParts: SendInParts = () =>
    Promise.reject(new RequestError({ code: 'unsupported_file', status: 415, message }))
  const { batches } = await upload(stage(RESUMABLE_FROM_BYTES + 1), keepAll, { sendInParts })
  expect(batches[0]?.rejected).toEqual([{ name: '0.jpg', error: 'unsupported_file', message }])
})

it('waits for a lost connection and a server that restarts, then sends the same batch again', async () => {
  const errors = [
    new RequestError({ code: 'network_error', status: 0 }),
    new RequestError({ code: 'server_error', status: 502 }),
    new RequestError({ code: 'shutting_down', status: 503, retryAt: 20_000 }),
  ]
  const sent: string[] = []
  const { progress, batches } = await upload(stage(1, 1, 1, 1), async (files, ...rest) => {
    sent.push(files.map(({ name }) => name).join())
    const error = sent.length > 1 ? errors.shift() : undefined
    if (error) throw error
    return keepAll(files, ...rest)
  })
  expect(sent).toEqual(['0.jpg,1.jpg,2.jpg', '3.jpg', '3.jpg', '3.jpg', '3.jpg'])
  expect(progress.filter(({ state }) => state === 'disconnected' || state === 'restarting')).toMatchObject([
    { state: 'disconnected', left: 1, sent: 3, speed: undefined },
    { state: 'disconnected', left: 1 },
    { state: 'restarting', left: 1 },
  ])
  expect(batches.map(({ error }) => error)).toEqual([undefined, undefined])
  expect(Date.now()).toBeGreaterThanOrEqual(20_000)
})

it('aborts the running request when the network is lost, and continues when the network is back', async () => {
  const send = vi.fn<Send>((files, onProgress, signal, target) => {
    if (send.mock.calls.length > 1) return keepAll(files, onProgress, signal, target)
    setTimeout(() => {
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
      window.dispatchEvent(new Event('offline'))
      setTimeout(() => window.dispatchEvent(new Event('online')), 3000)
    }, 500)
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  const { batches } = await upload(stage(1), send)
  expect(send).toHaveBeenCalledTimes(2)
  expect(batches).toHaveLength(1)
  expect(Date.now()).toBe(3500)
})

it('does not take a file that the browser cannot read any more for a lost connection, and sends the others', async () => {
  const files = stage(1, 1, 1)
  const gone = files[1]?.file as File
  gone.slice = () => {
    throw new DOMException('The file is gone.', 'NotFoundError')
  }
  const send = vi.fn<Send>((sent, ...rest) =>
    sent.includes(gone)
      ? Promise.reject(new RequestError({ code: 'network_error', status: 0 }))
      : keepAll(sent, ...rest),
  )
  const { batches, unreadable, progress } = await upload(files, send)
  expect(unreadable).toEqual(['1.jpg'])
  expect(batches.map(({ files, error }) => [files.map(({ id }) => id), error])).toEqual([
    [['0', '2'], undefined],
  ])
  expect(send).toHaveBeenCalledTimes(2)
  expect(progress.map(({ state }) => state)).not.toContain('disconnected')
  expect(progress.at(-1)).toMatchObject({ sent: 3, left: 0 })
})

it('aborts a request that sends nothing for half a minute', async () => {
  const send = vi.fn<Send>((files, onProgress, signal, target) => {
    if (send.mock.calls.length > 1) return keepAll(files, onProgress, signal, target)
    onProgress(0.1)
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  const { progress } = await upload(stage(100), send)
  expect(send).toHaveBeenCalledTimes(2)
  expect(progress.at(-1)).toMatchObject({ sent: 100 })
})

it('counts a file that the server already has as stored, and a file with the same name but other content as refused', async () => {
  const rejected = ['0.jpg', '1.jpg'].map((name) => ({ name, error: 'photo_name_taken', message: 'Taken.' }))
  const send: Send = () =>
    Promise.reject(new RequestError({ code: 'photo_name_taken', status: 409, body: { rejected } }))
  const isStored = async ({ name }: File) => name === '0.jpg'
  const { batches } = await upload(stage(1, 1), send, { isStored })
  expect(batches[0]?.rejected.map(({ name }) => name)).toEqual(['1.jpg'])
  expect(batches[0]).not.toHaveProperty('error')
})

it('reports the progress of each file, the speed and the time that is left', async () => {
  const second = () => new Promise<void>((resolve) => setTimeout(resolve, 1000))
  const { progress } = await upload(stage(100, 100, 200), async (_, onProgress) => {
    onProgress(0)
    await second()
    onProgress(0.125)
    await second()
    onProgress(0.375)
    return { data: [], rejected: [], exif_left_out: [] }
  })
  const last = progress.at(-2)
  expect(last?.speed).toBe(75)
  expect([...(last?.shares ?? [])]).toEqual([
    ['0', 1],
    ['1', 0.5],
    ['2', 0],
  ])
  expect(last && secondsLeft(last)).toBeCloseTo(250 / 75)
})

it('names no time that is left while the server reads what is sent completely', async () => {
  const { progress } = await upload(stage(100), async (_, onProgress) => {
    onProgress(0)
    await new Promise<void>((resolve) => setTimeout(resolve, 2000))
    onProgress(1)
    return { data: [], rejected: [], exif_left_out: [] }
  })
  const reading = progress.find(({ state }) => state === 'reading')
  expect(reading?.speed).toBe(50)
  expect(reading && secondsLeft(reading)).toBeUndefined()
})
