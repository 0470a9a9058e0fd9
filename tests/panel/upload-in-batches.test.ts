// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CATEGORY_BATCH_BYTES, UPLOAD_BATCH_FILES, UPLOAD_PAUSE_MS } from '#domain/limits.ts'
import { RequestError } from '#panel/api/request-error.ts'
import type { StagedFile } from '#panel/photos/staged-files.ts'
import { type BatchOutcome, uploadInBatches } from '#panel/photos/upload-in-batches.ts'
import { type BatchLimits, batchLimits } from '#panel/photos/upload-target.ts'
import type { UploadProgress } from '#panel/ui/upload-bar.tsx'

type Send = Parameters<typeof uploadInBatches>[0]['send']

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function stage(...sizes: number[]): StagedFile[] {
  return sizes.map((size, id) => ({ id, file: new File(['x'.repeat(size)], `${id}.jpg`), preview: null }))
}

/** Uploads `files` with `send` and returns all reports. */
async function upload(
  files: StagedFile[],
  send: Send,
  controller = new AbortController(),
  limits: BatchLimits = batchLimits({ turbineId: 1, category: 'blade', blade: 'A', room: '1', year: 2026 }),
) {
  const progress: UploadProgress[] = []
  const batches: BatchOutcome[] = []
  const splits = vi.fn()
  const done = uploadInBatches({
    files,
    limits,
    send,
    signal: controller.signal,
    onProgress: (step) => progress.push(step),
    onBatch: (batch) => batches.push(batch),
    onSplit: splits,
  })
  await vi.runAllTimersAsync()
  await done
  return { progress, batches, splits }
}

const keepAll: Send = async (_, onShare) => {
  onShare(0.5)
  onShare(1)
  return { data: [], rejected: [] }
}

it('sends a few files in each request, and waits between requests but not after the last', async () => {
  const times: number[] = []
  const start = Date.now()
  const { batches } = await upload(stage(1, 1, 1, 1, 1, 1, 1), (files, ...rest) => {
    times.push(Date.now() - start)
    expect(files.length).toBeLessThanOrEqual(UPLOAD_BATCH_FILES)
    return keepAll(files, ...rest)
  })
  expect(batches.map(({ files }) => files.length)).toEqual([3, 3, 1])
  expect(times).toEqual([0, UPLOAD_PAUSE_MS, 2 * UPLOAD_PAUSE_MS])
  expect(Date.now() - start).toBe(2 * UPLOAD_PAUSE_MS)
})

it('counts bytes over all batches, never decreases, and ends at the total', async () => {
  const { progress } = await upload(stage(10, 20, 30, 40), keepAll)
  expect(progress.map(({ sent }) => sent)).toEqual([0, 30, 60, 60, 60, 80, 100, 100])
  expect(progress.every(({ total }) => total === 100)).toBe(true)
  expect(progress.filter(({ waiting }) => waiting).map(({ sent }) => sent)).toEqual([60, 100])
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
  const limits = batchLimits({ turbineId: 1, category: 'drone', blade: 'A', year: 2026 })
  const large = Object.defineProperty(new File([], 'large.jpg'), 'size', { value: CATEGORY_BATCH_BYTES - 1 })
  const files = [...stage(1, 1, 1), { id: 9, file: large, preview: null }, ...stage(1, 1)]
  const { batches } = await upload(files, keepAll, undefined, limits)
  expect(batches.map(({ files }) => files.map(({ file }) => file.size))).toEqual([
    [1, 1],
    [1, CATEGORY_BATCH_BYTES - 1],
    [1, 1],
  ])
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
  expect(progress.at(-1)).toEqual({ sent: 60, total: 60, waiting: false })
})

it('stops when it is cancelled, and does not report a failure', async () => {
  const controller = new AbortController()
  const send = vi.fn<Send>((_files, _onShare, signal) => {
    controller.abort()
    return Promise.reject(signal.reason)
  })
  const { batches } = await upload(stage(1, 1, 1, 1), send, controller)
  expect(send).toHaveBeenCalledOnce()
  expect(batches).toEqual([])
})
