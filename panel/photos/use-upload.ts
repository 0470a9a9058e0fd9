import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '#panel/api/error-text.ts'
import { RequestError } from '#panel/api/request-error.ts'
import { useNotify } from '#panel/ui/toast.tsx'
import { type Text, useText } from '#panel/words/use-text.ts'
import { isStoredPhoto } from './is-stored-photo.ts'
import { addToShownPhotos, refreshPhotos } from './photos-query.ts'
import { resumeParts } from './resume-parts.ts'
import { sendPhotos } from './send-photos.ts'
import type { StagedFile } from './staged-files.ts'
import { type BatchOutcome, uploadInBatches } from './upload-in-batches.ts'
import { noProgress, type UploadProgress } from './upload-progress.ts'
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
  store,
  interrupted,
}: Pick<ReturnType<typeof useStagedFiles>, 'staged' | 'unstage' | 'mark' | 'store' | 'interrupted'>) {
  const text = useText()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState<UploadProgress | null>(null)
  const [failures, setFailures] = useState<BatchFailure[]>([])
  const [split, setSplit] = useState(false)
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: an interrupted upload goes on once
  useEffect(() => {
    if (interrupted) void upload(interrupted)
  }, [interrupted])

  const waiting = staged.filter((item) => item.trouble?.kind !== 'refused')

  async function upload(target: UploadTarget) {
    const controller = new AbortController()
    abort.current = controller
    setFailures([])
    setSplit(false)
    setProgress(noProgress(waiting))
    mark(waiting, undefined)
    void store.keepTarget(target)

    let kept = 0
    await uploadInBatches({
      files: waiting,
      limits: batchLimits(target),
      signal: controller.signal,
      send: (files, onShare, signal) => sendPhotos(target, files, onShare, signal),
      sendInParts: (file, onShare, signal) => resumeParts(store, target, file, onShare, signal),
      isStored: (file) => isStoredPhoto(queryClient, target.turbineId, file),
      onProgress: setProgress,
      onSplit: () => setSplit(true),
      onBatch: (outcome) => {
        kept += outcome.error === undefined ? outcome.files.length - outcome.rejected.length : 0
        settle(target.turbineId, outcome)
      },
    })
    void store.forgetTarget()
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
      mark(files, { kind: 'failed' })
      setFailures((before) => [...before, { number, message }])
      // The server may have stored the photos although the answer was lost.
      refreshPhotos(queryClient, turbineId)
      return
    }
    const reasons = new Map(rejected.map(({ name, message }) => [name, message]))
    const isRefused = ({ file }: StagedFile) => reasons.has(file.name)
    const stored = files.filter((item) => !isRefused(item))
    // Some stored photos are not in the answer, so the list must be loaded again.
    if (data.length < stored.length) refreshPhotos(queryClient, turbineId)
    unstage(stored)
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
