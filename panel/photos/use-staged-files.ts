import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isPointCloud } from '#domain/photo.ts'
import { useKeptWork } from '#panel/session/kept-work.ts'
import { session } from '#panel/session/stored-session.ts'
import { fetchPhotoNames } from './photos-query.ts'
import { NO_FILES, type SortedFiles, type StagedFile, sortFiles } from './staged-files.ts'
import { StagedStore } from './staged-store.ts'
import { isSentInParts } from './upload-progress.ts'
import { type StagingName, turbineOf, type UploadTarget } from './upload-target.ts'

let lastId = 0

/**
 * The staged files of one block. Their object URLs are revoked when they are removed. The browser stores them, so that they survive a
 * reload. When the session ends, they are kept until the user signs in again.
 *
 * @param name a unique name of the block and its turbine
 */
export function useStagedFiles(name: StagingName) {
  const queryClient = useQueryClient()
  const [staged, setStaged] = useState<StagedFile[]>([])
  const [checking, setChecking] = useState(false)
  const [userId] = useState(() => session.value?.userId)
  const [store] = useState(() => new StagedStore(userId, name))
  /** The target of an upload that ran when the page was closed. */
  const [interrupted, setInterrupted] = useState<UploadTarget>()
  // The current list. Code after an `await` reads it here, because its own `staged` may be outdated.
  const list = useRef<StagedFile[]>([])
  const kept = useKeptWork(`staged/${name}`, () =>
    list.current.length === 0 ? undefined : list.current.map(withoutFailure),
  )

  const unmounted = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: kept files are staged once
  useEffect(() => {
    unmounted.current = false
    const end = new AbortController()
    if (kept) change(kept.map((item) => ({ ...item, preview: makePreview(item.file) })))
    void whenAlone(`${userId}/${name}`, end.signal, restore)
    return () => {
      unmounted.current = true
      end.abort()
      list.current.forEach(dropPreview)
      // If the session continues, the user has left the screen and agreed to lose the files.
      if (session.value?.userId === userId && !session.value?.mustChoosePassword) void store.forgetAll()
    }
  }, [])

  /** Stages the files that were stored before the page was loaded again. */
  async function restore() {
    const { files, target } = await store.read()
    if (unmounted.current) return
    const names = new Set(list.current.map(({ file }) => file.name))
    const restored = files.filter((file) => !names.has(file.name))
    if (restored.length === 0) return
    change([...list.current, ...restored.map((file) => stagedFile(file, true))])
    setInterrupted(target)
  }

  function change(next: StagedFile[]) {
    list.current = next
    setStaged(next)
  }

  /** Stages the files that may be uploaded and reports the others. */
  const stage = async (files: File[]): Promise<SortedFiles> => {
    setChecking(true)
    // The server refuses duplicates in any case, so a failed check does not prevent the upload.
    const known = await fetchPhotoNames(queryClient, turbineOf(name)).catch(() => new Set<string>())
    if (unmounted.current) return NO_FILES
    const sorted = sortFiles(files, new Set([...known, ...list.current.map(({ file }) => file.name)]))
    // Loads the script early, because it cannot be loaded when the network is lost.
    if (sorted.accepted.some(isSentInParts)) void import('./send-in-parts.ts').catch(() => undefined)
    const isStored = sorted.accepted.length === 0 || (await store.keepFiles(sorted.accepted))
    if (unmounted.current) return NO_FILES
    setChecking(false)
    change([...list.current, ...sorted.accepted.map((file) => stagedFile(file, isStored))])
    return sorted
  }

  /** Removes files from the list. */
  const unstage = (gone: StagedFile[]) => {
    gone.forEach(dropPreview)
    const ids = new Set(gone.map(({ id }) => id))
    change(list.current.filter(({ id }) => !ids.has(id)))
    void forget(gone.map(({ file }) => file))
  }

  async function forget(files: File[]) {
    const begun = await Promise.all(files.filter(isSentInParts).map((file) => store.findBegun(file)))
    await store.forgetFiles(files)
    for (const upload of begun.filter((found) => found !== undefined)) {
      // If this fails, the server ends the upload after a day.
      await import('./send-in-parts.ts')
        .then(({ endParts }) => endParts(upload.address))
        .catch(() => undefined)
    }
  }

  /** Marks files that the upload did not store. */
  const mark = (marked: StagedFile[], trouble: StagedFile['trouble']) => {
    const ids = new Set(marked.map(({ id }) => id))
    change(
      list.current.map(({ trouble: former, ...item }) =>
        withTrouble(item, ids.has(item.id) ? trouble : former),
      ),
    )
  }

  return { staged, checking, stage, unstage, mark, store, interrupted }
}

/** Runs `work` and holds the lock of these files until `signal` aborts, so that two tabs do not upload the same stored files. */
async function whenAlone(name: string, signal: AbortSignal, work: () => Promise<void>) {
  // Without https, browsers have no locks.
  if (!('locks' in navigator)) return work()
  const ended = new Promise((resolve) => signal.addEventListener('abort', resolve))
  await navigator.locks
    .request(`staged files ${name}`, { signal }, async () => {
      await work()
      await ended
    })
    .catch(() => undefined)
}

function stagedFile(file: File, isStored: boolean): StagedFile {
  return { id: ++lastId, file, preview: makePreview(file), isStored }
}

/** A file that failed because the session ended can be sent again. A refused file would be refused again. */
function withoutFailure({ trouble, ...item }: StagedFile): StagedFile {
  return withTrouble(item, trouble?.kind === 'refused' ? trouble : undefined)
}

function withTrouble(item: Omit<StagedFile, 'trouble'>, trouble: StagedFile['trouble']): StagedFile {
  return trouble === undefined ? item : { ...item, trouble }
}

function makePreview(file: File): string | null {
  return isPointCloud(file.name) ? null : URL.createObjectURL(file)
}

function dropPreview({ preview }: StagedFile) {
  if (preview !== null) URL.revokeObjectURL(preview)
}
