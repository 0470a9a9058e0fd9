import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '#panel/api/error-text.ts'
import { RequestError } from '#panel/api/request-error.ts'
import { useNotify } from '#panel/ui/toast.tsx'
import type { UploadProgress } from '#panel/ui/upload-bar.tsx'
import { type Text, useText } from '#panel/words/use-text.ts'
import { addToShownPhotos, refreshPhotos } from './photos-query.ts'
import { sendPhotos } from './send-photos.ts'
import type { StagedFile } from './staged-files.ts'
import { type BatchOutcome, bytesOf, uploadInBatches } from './upload-in-batches.ts'
import { batchLimits, type UploadTarget } from './upload-target.ts'
import type { useStagedFiles } from './use-staged-files.ts'

export interface BatchFailure {
  number: number
  message: string
}

/** Uploads the staged files of one block. Files that the server does not store stay staged, with the reason. */
export function useUpload({
  staged,
  unstage,
  mark,
}: Pick<ReturnType<typeof useStagedFiles>, 'staged' | 'unstage' | 'mark'>) {
  const text = useText()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState<UploadProgress | null>(null)
  const [failures, setFailures] = useState<BatchFailure[]>([])
  const [split, setSplit] = useState(false)
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])

  const waiting = staged.filter((item) => item.trouble?.kind !== 'refused')

  async function upload(target: UploadTarget) {
    const controller = new AbortController()
    abort.current = controller
    setFailures([])
    setSplit(false)
    setProgress({ sent: 0, total: bytesOf(waiting), waiting: false })
    mark(waiting, undefined)

    let kept = 0
    await uploadInBatches({
      files: waiting,
      limits: batchLimits(target),
      signal: controller.signal,
      send: (files, onShare, signal) => sendPhotos(target, files, onShare, signal),
      onProgress: setProgress,
      onSplit: () => setSplit(true),
      onBatch: (outcome) => {
        kept += outcome.data.length
        settle(target.turbineId, outcome)
      },
    })
    setProgress(null)
    setSplit(false)
    // The server may have stored files of the last request before it was aborted.
    if (controller.signal.aborted) refreshPhotos(queryClient, target.turbineId)
    if (kept > 0)
      notify({ tone: 'success', title: text('upload.done'), message: text('upload.kept', { n: kept }) })
  }

  function settle(turbineId: number, { number, files, data, rejected, error }: BatchOutcome) {
    if (data.length > 0) addToShownPhotos(queryClient, turbineId, data)
    if (error !== undefined) {
      const message = uploadErrorText(text, error)
      mark(files, { kind: 'failed', message })
      setFailures((before) => [...before, { number, message }])
      // The server may have stored the photos although the answer was lost.
      refreshPhotos(queryClient, turbineId)
      return
    }
    const reasons = new Map(rejected.map(({ name, message }) => [name, message]))
    const isRefused = ({ file }: StagedFile) => reasons.has(file.name)
    unstage(files.filter((item) => !isRefused(item)))
    for (const item of files.filter(isRefused)) {
      mark([item], { kind: 'refused', message: reasons.get(item.file.name) ?? '' })
    }
  }

  return {
    waiting,
    progress,
    failures,
    split,
    upload,
    cancel: () => abort.current?.abort(),
    forgetFailures: () => setFailures([]),
  }
}

function uploadErrorText(text: Text, error: unknown): string {
  if (!(error instanceof RequestError) || error.message || error.status === 0) return errorText(text, error)
  return text(error.status === 413 ? 'upload.tooLarge' : 'upload.broken')
}
