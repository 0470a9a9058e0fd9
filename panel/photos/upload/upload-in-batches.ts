import { UPLOAD_PAUSE_MS } from '#domain/limits.ts'
import { type Rejection, RejectionCode } from '#domain/upload.ts'
import { RequestError } from '#panel/api/request-error.ts'
import { rejectionsOf } from '#panel/api/uploads/rejections.ts'
import { isSameTarget } from '#panel/outbox/staged-file.ts'
import { untilConnected } from '#panel/outbox/wait-for-connection.ts'
import type { UploadAnswer } from './send-photos.ts'
import type { StagedPhoto } from './staged-files.ts'
import { bytesOf, isSentInParts, ProgressReport, type UploadProgress } from './upload-progress.ts'
import { batchLimits, type UploadTarget } from './upload-target.ts'

export interface BatchOutcome extends UploadAnswer {
  /** The batch's number, from 1. */
  number: number
  files: StagedPhoto[]
  /** The error if the whole batch failed; then the server stored none of its files. */
  error?: unknown
}

interface BatchedUpload {
  /** Those of each target follow each other. */
  files: StagedPhoto[]
  send: (
    files: File[],
    onProgress: (progress: number) => void,
    signal: AbortSignal,
    target: UploadTarget,
  ) => Promise<UploadAnswer>
  /** Sends a file over `RESUMABLE_FROM_BYTES`, from where an earlier upload of it stopped. */
  sendInParts: (file: File, onProgress: (progress: number) => void, signal: AbortSignal) => Promise<void>
  /** True if the server already has this file. Called if the server has a file with the same name. */
  isStored: (file: File) => Promise<boolean>
  signal: AbortSignal
  onProgress: (progress: UploadProgress) => void
  onBatch: (outcome: BatchOutcome) => void
  /** Called when a batch is too large for one request; its files are then sent one by one. */
  onSplit: () => void
  /** Called for files that the browser cannot read any more. The others of their batch are sent. */
  onUnreadable: (files: StagedPhoto[]) => void
}

const NOTHING: UploadAnswer = { data: [], rejected: [], exif_left_out: [] }

/** The browser cannot read these files any more: they were moved or changed, or their memory card is gone. */
class UnreadableFiles extends Error {
  readonly files: StagedPhoto[]

  constructor(files: StagedPhoto[], cause: unknown) {
    super('Files cannot be read', { cause })
    this.files = files
  }
}

/**
 * Uploads files in batches, with a pause between them. While the connection is lost it waits, and then sends the current batch again.
 * Resolves after the last batch, or when more batches cannot succeed.
 */
export async function uploadInBatches(upload: BatchedUpload) {
  const { files, signal, onProgress, onBatch, onSplit, onUnreadable } = upload
  const queue = makeBatches(files).map((batch, index) => ({ number: index + 1, files: batch }))
  const report = new ProgressReport(files, onProgress)

  for (let batch = queue.shift(); batch; batch = queue.shift()) {
    report.begin(batch.files)
    try {
      const { files } = batch
      const answer = await untilConnected(
        (onProgress, attemptSignal) => sendBatch(upload, files, onProgress, attemptSignal),
        { signal, onProgress: (progress) => report.sent(progress), onWait: (loss) => report.wait(loss) },
      )
      onBatch({ ...batch, ...answer })
    } catch (error) {
      if (signal.aborted) return
      if (isTooLarge(error) && batch.files.length > 1) {
        const { number } = batch
        queue.unshift(...batch.files.map((file) => ({ number, files: [file] })))
        onSplit()
        continue
      }
      if (error instanceof UnreadableFiles) {
        const { files: gone } = error
        const others = batch.files.filter((item) => !gone.includes(item))
        if (others.length > 0) queue.unshift({ ...batch, files: others })
        report.begin(gone)
        report.finish()
        onUnreadable(gone)
        continue
      }
      onBatch({ ...batch, ...NOTHING, error })
      if (willFailAgain(error)) return
    }
    report.finish()
    if (queue.length > 0) await pause(signal)
    if (signal.aborted) return
  }
}

/** @throws RequestError if the request failed and the server did not give a reason for each refused file */
async function sendBatch(
  { send, sendInParts, isStored }: BatchedUpload,
  staged: StagedPhoto[],
  onProgress: (progress: number) => void,
  signal: AbortSignal,
): Promise<UploadAnswer> {
  const files = staged.map(({ file }) => file)
  const [first] = staged
  let answer = NOTHING
  try {
    if (first && isSentInParts(first.file)) await sendInParts(first.file, onProgress, signal)
    else if (first) answer = await send(files, onProgress, signal, first.target)
  } catch (error) {
    const rejected = rejectionsIn(error, files)
    // Browsers report a file that cannot be read as a lost connection.
    const hasAnswer = error instanceof RequestError && error.status !== 0
    const unreadable = hasAnswer || signal.aborted ? [] : await findUnreadable(staged)
    if (unreadable.length > 0) throw new UnreadableFiles(unreadable, error)
    if (rejected.length === 0) throw error
    answer = { ...NOTHING, rejected }
  }
  // After a lost answer, the server has files that the panel sends again.
  const rejected: Rejection[] = []
  for (const one of answer.rejected) {
    const file = files.find(({ name }) => name === one.name)
    const isDone = one.error === 'photo_name_taken' && file !== undefined && (await isStored(file))
    if (!isDone) rejected.push(one)
  }
  return { ...answer, rejected }
}

async function findUnreadable(staged: StagedPhoto[]): Promise<StagedPhoto[]> {
  const reads = await Promise.allSettled(staged.map(async ({ file }) => file.slice(0, 1).arrayBuffer()))
  return staged.filter((_, index) => reads[index]?.status === 'rejected')
}

/** A batch has one target. A file that is sent in parts is a batch of its own. */
function makeBatches(files: StagedPhoto[]): StagedPhoto[][] {
  const batches: StagedPhoto[][] = []
  let open: StagedPhoto[] | undefined
  for (const item of files) {
    if (open && !isSentInParts(item.file) && fits(open, item)) {
      open.push(item)
      continue
    }
    const batch = [item]
    batches.push(batch)
    open = isSentInParts(item.file) ? undefined : batch
  }
  return batches
}

function fits(open: StagedPhoto[], item: StagedPhoto): boolean {
  const limits = batchLimits(item.target)
  return (
    isSameTarget(open[0]?.target, item.target) &&
    open.length < limits.files &&
    bytesOf(open) + item.file.size <= limits.bytes
  )
}

/** The rejections in a failure, if the server stored no file of the request. A file in parts has the rejection as its error. */
function rejectionsIn(error: unknown, files: File[]): Rejection[] {
  const listed = rejectionsOf(error)
  const [file] = files
  if (listed.length > 0 || !file || !isSentInParts(file) || !(error instanceof RequestError)) return listed
  const code = RejectionCode.safeParse(error.code)
  return code.success ? [{ name: file.name, error: code.data, message: error.message }] : []
}

function isTooLarge(error: unknown): boolean {
  return error instanceof RequestError && error.status === 413
}

/** True if the next batch would fail for the same reason: no session, no right, no turbine, no disk space. */
function willFailAgain(error: unknown): boolean {
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
