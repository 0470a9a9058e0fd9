import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isPointCloud } from '#domain/photo.ts'
import { useKeptWork } from '#panel/session/kept-work.ts'
import { fetchPhotoNames } from './photos-query.ts'
import { NO_FILES, type SortedFiles, type StagedFile, sortFiles } from './staged-files.ts'
import { type StagingName, turbineOf } from './upload-target.ts'

let lastId = 0

/**
 * The staged files of one block. Their object URLs are revoked when they are removed. When the session ends, the files are kept
 * for the time after the next sign-in.
 *
 * @param name no other block of any turbine has this name
 */
export function useStagedFiles(name: StagingName) {
  const queryClient = useQueryClient()
  const [staged, setStaged] = useState<StagedFile[]>([])
  const [checking, setChecking] = useState(false)
  // The current list. Code after an `await` reads it here, because its own `staged` may be outdated.
  const list = useRef<StagedFile[]>([])
  const kept = useKeptWork(`staged/${name}`, () =>
    list.current.length === 0 ? undefined : list.current.map(withoutFailure),
  )

  const unmounted = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: kept files are staged once
  useEffect(() => {
    unmounted.current = false
    if (kept) change(kept.map((item) => ({ ...item, preview: makePreview(item.file) })))
    return () => {
      unmounted.current = true
      list.current.forEach(dropPreview)
    }
  }, [])

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
    setChecking(false)
    const sorted = sortFiles(files, new Set([...known, ...list.current.map(({ file }) => file.name)]))
    const added = sorted.accepted.map((file) => ({ id: ++lastId, file, preview: makePreview(file) }))
    change([...list.current, ...added])
    return sorted
  }

  const unstage = (gone: StagedFile[]) => {
    gone.forEach(dropPreview)
    const ids = new Set(gone.map(({ id }) => id))
    change(list.current.filter(({ id }) => !ids.has(id)))
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

  return { staged, checking, stage, unstage, mark }
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
