import { UPLOAD_PAUSE_MS } from '#domain/limits.ts'
import { rejectionsOf } from '#panel/api/rejections.ts'
import { RequestError } from '#panel/api/request-error.ts'
import type { UploadProgress } from '#panel/ui/upload-bar.tsx'
import type { UploadAnswer } from './send-photos.ts'
import type { StagedFile } from './staged-files.ts'
import type { BatchLimits } from './upload-target.ts'

export interface BatchOutcome extends UploadAnswer {
  /** The batch's number, from 1. */
  number: number
  files: StagedFile[]
  /** The error if the whole batch failed; then the server stored none of its files. */
  error?: unknown
}

interface BatchedUpload {
  files: StagedFile[]
  limits: BatchLimits
  send: (files: File[], onShare: (share: number) => void, signal: AbortSignal) => Promise<UploadAnswer>
  signal: AbortSignal
  onProgress: (progress: UploadProgress) => void
  onBatch: (outcome: BatchOutcome) => void
  /** Called when a batch is too large for one request; its files are then sent one by one. */
  onSplit: () => void
}

/** Uploads files in batches, with a pause between them. Resolves after the last batch, or when more batches cannot succeed. */
export async function uploadInBatches({
  files,
  limits,
  send,
  signal,
  onProgress,
  onBatch,
  onSplit,
}: BatchedUpload) {
  const total = bytesOf(files)
  const queue = makeBatches(files, limits).map((batch, index) => ({ number: index + 1, files: batch }))
  let done = 0

  for (let batch = queue.shift(); batch; batch = queue.shift()) {
    const bytes = bytesOf(batch.files)
    const report = (share: number) => {
      onProgress({ sent: done + Math.round(share * bytes), total, waiting: share >= 1 })
    }
    try {
      report(0)
      const answer = await send(
        batch.files.map(({ file }) => file),
        report,
        signal,
      )
      onBatch({ ...batch, ...answer })
    } catch (error) {
      if (signal.aborted) return
      const rejected = rejectionsOf(error)
      if (isTooLarge(error) && rejected.length === 0 && batch.files.length > 1) {
        const { number } = batch
        queue.unshift(...batch.files.map((file) => ({ number, files: [file] })))
        onSplit()
        continue
      }
      onBatch({ ...batch, data: [], rejected, ...(rejected.length === 0 ? { error } : {}) })
      if (isHopeless(error)) return
    }
    done += bytes
    onProgress({ sent: done, total, waiting: false })
    if (queue.length > 0) await pause(signal)
    if (signal.aborted) return
  }
}

function makeBatches(files: StagedFile[], limits: BatchLimits): StagedFile[][] {
  const batches: StagedFile[][] = []
  for (const item of files) {
    const last = batches.at(-1)
    const fits = last && last.length < limits.files && bytesOf(last) + item.file.size <= limits.bytes
    if (fits) last.push(item)
    else batches.push([item])
  }
  return batches
}

export function bytesOf(files: StagedFile[]): number {
  return files.reduce((sum, { file }) => sum + file.size, 0)
}

function isTooLarge(error: unknown): boolean {
  return error instanceof RequestError && error.status === 413
}

/** True if the next batch would fail for the same reason: no session, no right, no turbine, no disk space. */
function isHopeless(error: unknown): boolean {
  return error instanceof RequestError && [401, 403, 404, 503].includes(error.status)
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, UPLOAD_PAUSE_MS)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
