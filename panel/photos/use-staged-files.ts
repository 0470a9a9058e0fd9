import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isPointCloud } from '#domain/photo.ts'
import { fetchPhotoNames } from './photos-query.ts'
import { NO_FILES, type SortedFiles, type StagedFile, sortFiles } from './staged-files.ts'

let lastId = 0

/** The files that wait in one block. Their object URLs are given back when they go. */
export function useStagedFiles(turbineId: number) {
  const queryClient = useQueryClient()
  const [staged, setStaged] = useState<StagedFile[]>([])
  const [checking, setChecking] = useState(false)
  // The list itself. What runs after a wait reads it here: the `staged` it closed over is old by then.
  const list = useRef<StagedFile[]>([])

  const unmounted = useRef(false)
  useEffect(() => {
    unmounted.current = false
    return () => {
      unmounted.current = true
      list.current.forEach(dropPreview)
    }
  }, [])

  function change(next: StagedFile[]) {
    list.current = next
    setStaged(next)
  }

  /** Takes what may be uploaded and tells what became of the rest. */
  const stage = async (files: File[]): Promise<SortedFiles> => {
    setChecking(true)
    // The server refuses duplicates in any case; when the check fails, the upload is not held up by it.
    const known = await fetchPhotoNames(queryClient, turbineId).catch(() => new Set<string>())
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

  /** Marks files that an upload left behind. */
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

function withTrouble(item: Omit<StagedFile, 'trouble'>, trouble: StagedFile['trouble']): StagedFile {
  return trouble === undefined ? item : { ...item, trouble }
}

function makePreview(file: File): string | null {
  return isPointCloud(file.name) ? null : URL.createObjectURL(file)
}

function dropPreview({ preview }: StagedFile) {
  if (preview !== null) URL.revokeObjectURL(preview)
}
