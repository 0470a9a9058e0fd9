import { type Signal, signal } from '@preact/signals-react'
import type { QueryClient } from '@tanstack/react-query'
import { errorText } from '#panel/api/error-text.ts'
import { RequestError } from '#panel/api/request-error.ts'
import { refreshLists } from '#panel/data/cached-lists.ts'
import { addToShownPhotos, fetchPhotoNames, listsAfterPhoto } from '#panel/data/photos.ts'
import { Outbox } from '#panel/outbox/outbox.ts'
import { type OutboxName, stagedPhotoNames, turbineOf } from '#panel/outbox/outboxes.ts'
import { groupByTarget, isSameTarget } from '#panel/outbox/staged-file.ts'
import type { useNotify } from '#panel/ui/layers/toast.tsx'
import type { Text } from '#panel/words/use-text.ts'
import { isStoredPhoto } from './is-stored-photo.ts'
import { partSender } from './part-sender.ts'
import { resumeParts } from './resume-parts.ts'
import { sendPhotos } from './send-photos.ts'
import { type SortedFiles, type StagedPhoto, sortFiles } from './staged-files.ts'
import { type BatchOutcome, uploadInBatches } from './upload-in-batches.ts'
import { isSentInParts, noProgress, type UploadProgress } from './upload-progress.ts'
import type { UploadTarget } from './upload-target.ts'

interface UploadFailures {
  target: UploadTarget
  batches: { number: number; message: string }[]
}

/** What an upload needs of the panel. The last screen that showed the files gives it. */
interface Panel {
  queryClient: QueryClient
  notify: ReturnType<typeof useNotify>
  text: Text
}

/** Owns the staged photos of a blade or of a category, and uploads them. Files that the server does not store stay staged, with the reason. */
export class PhotoOutbox extends Outbox<UploadTarget> {
  readonly checking = signal(false)
  readonly progress: Signal<UploadProgress | null> = signal(null)
  /** True if a batch was too large for one request. */
  readonly isSplit = signal(false)
  /** Those of the last upload to each target. */
  readonly failures: Signal<readonly UploadFailures[]> = signal([])
  panel: Panel | undefined
  readonly turbineId: number

  constructor(userId: number, name: OutboxName) {
    super(userId, name)
    this.turbineId = turbineOf(name)
  }

  /** Stages the files that may be uploaded and reports the others. */
  async stage(files: File[], target: UploadTarget): Promise<SortedFiles> {
    this.checking.value = true
    try {
      const known = await this.fetchTakenNames()
      const sorted = sortFiles(files, known, stagedPhotoNames(this.userId, this.turbineId))
      // Loads the script early, because it cannot be loaded when the network is lost.
      if (sorted.accepted.some(isSentInParts)) partSender.preload()
      await this.add(sorted.accepted, target)
      return sorted
    } finally {
      this.checking.value = false
    }
  }

  /** The names of the photos of the turbine. The server refuses them in any case, so a failed check does not prevent the upload. */
  fetchTakenNames(): Promise<ReadonlySet<string>> {
    const { queryClient } = this.#around()
    return fetchPhotoNames(queryClient, this.turbineId).catch(() => new Set<string>())
  }

  failuresOf(target: UploadTarget): UploadFailures | undefined {
    return this.failures.value.find((failed) => isSameTarget(failed.target, target))
  }

  forgetFailuresOf(target: UploadTarget) {
    this.failures.value = this.failures.value.filter((failed) => !isSameTarget(failed.target, target))
  }

  protected override async send(target: UploadTarget, files: StagedPhoto[], signal: AbortSignal) {
    const { queryClient, notify, text } = this.#around()
    this.forgetFailuresOf(target)
    this.isSplit.value = false
    this.progress.value = noProgress(files)
    let stored = 0
    let withoutExif = 0
    await uploadInBatches({
      // A batch has one target.
      files: groupByTarget(files).flatMap((group) => group.files),
      signal,
      send: (batch, onProgress, attempt, to) => sendPhotos(to, batch, onProgress, attempt),
      sendInParts: async (file, onProgress, attempt) => {
        const item = files.find((one) => one.file === file)
        if (item) await resumeParts(this.store, item, onProgress, attempt)
      },
      isStored: (file) => isStoredPhoto(queryClient, target.turbineId, file),
      onProgress: (progress) => {
        this.progress.value = progress
      },
      onSplit: () => {
        this.isSplit.value = true
      },
      onUnreadable: (gone) => this.mark(gone, { kind: 'refused', message: text('upload.unreadable') }),
      onBatch: (outcome) => {
        stored += outcome.error === undefined ? outcome.files.length - outcome.rejected.length : 0
        withoutExif += outcome.exif_left_out.length
        this.#settle(target, outcome)
      },
    })
    this.progress.value = null
    this.isSplit.value = false
    // The server may have stored files of the last request before it was aborted.
    if (signal.aborted) refreshLists(queryClient, listsAfterPhoto(target.turbineId))
    if (stored > 0) {
      const kept = text('upload.kept', { n: stored })
      const message =
        withoutExif > 0 ? `${kept} ${text('upload.kept.withoutExif', { n: withoutExif })}` : kept
      notify({ tone: 'success', title: text('upload.done'), message })
    }
    const failed = this.failuresOf(target)
    // Without the screen of the files, only a message can tell it.
    if (failed && !this.isShown) {
      const message = [failed.batches[0]?.message, text('upload.kept.staged')].join(' ')
      notify({ tone: 'error', title: text('upload.failed'), message, stays: true })
    }
  }

  /** Ends uploads in parts on the server. If this fails, the server ends them after a day. */
  protected override async giveUp(files: StagedPhoto[]) {
    const large = files.filter(({ file }) => isSentInParts(file))
    const begun = await Promise.all(large.map(({ id }) => this.store.findBegun(id)))
    for (const upload of begun.filter((found) => found !== undefined)) {
      await partSender
        .load()
        .then(({ endParts }) => endParts(upload.address))
        .catch(() => undefined)
    }
  }

  #settle(target: UploadTarget, { number, files, data, rejected, error }: BatchOutcome) {
    const { queryClient, text } = this.#around()
    const { turbineId } = target
    if (data.length > 0) addToShownPhotos(queryClient, turbineId, data)
    if (error !== undefined) {
      this.#fail(target, files, { number, message: uploadErrorText(text, error) })
      // The server may have stored the photos although the answer was lost.
      refreshLists(queryClient, listsAfterPhoto(turbineId))
      return
    }
    const stored = files.filter(({ file }) => !rejected.some(({ name }) => name === file.name))
    // Some stored photos are not in the answer, so the list must be loaded again.
    if (data.length < stored.length) refreshLists(queryClient, listsAfterPhoto(turbineId))
    void this.unstage(stored)
    for (const { name, error, message } of rejected) {
      const refused = files.filter(({ file }) => file.name === name)
      // The same file may be stored at the next try.
      if (error === 'file_not_processed') this.#fail(target, refused, { number, message })
      else this.mark(refused, { kind: 'refused', message })
    }
  }

  #fail(target: UploadTarget, files: StagedPhoto[], failure: UploadFailures['batches'][number]) {
    this.mark(files, { kind: 'failed' })
    const said = this.failuresOf(target)?.batches ?? []
    const isSaid = said.some(
      ({ number, message }) => number === failure.number && message === failure.message,
    )
    const batches = isSaid ? said : [...said, failure]
    this.forgetFailuresOf(target)
    this.failures.value = [...this.failures.value, { target, batches }]
  }

  #around(): Panel {
    if (!this.panel) throw new Error('No screen has shown these files.')
    return this.panel
  }
}

function uploadErrorText(text: Text, error: unknown): string {
  if (!(error instanceof RequestError) || error.message || error.status === 0) return errorText(text, error)
  return text(error.status === 413 ? 'upload.tooLarge' : 'upload.broken')
}
