import { useMemo, useState } from 'react'
import { COMPARE_LIMIT } from '#domain/limits.ts'
import type { Photo } from '#domain/photo.ts'

/** Which photos of the list are selected, and whether the user selects them for a comparison, which has two photos. */
export function useSelection(photos: Photo[]) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const [comparing, setComparing] = useState(false)
  // A photo that was deleted is not selected any more.
  const selected = useMemo(() => photos.filter(({ id }) => ids.has(id)), [photos, ids])
  const isFull = selected.length >= COMPARE_LIMIT

  /** True if the photo cannot be selected for a comparison: two photos are selected already, or the photo is a point cloud without a picture. */
  const isLocked = (photo: Photo) => comparing && !ids.has(photo.id) && (isFull || photo.thumb_url === null)

  return {
    selected,
    comparing,
    isSelected: (photo: Photo) => ids.has(photo.id),
    isLocked,
    toggle(photo: Photo) {
      if (isLocked(photo)) return
      setIds(new Set(ids.has(photo.id) ? [...ids].filter((id) => id !== photo.id) : [...ids, photo.id]))
    },
    /** Selects all of these photos, or none of them if all are selected. */
    toggleAll(shown: Photo[]) {
      const next = new Set(ids)
      if (shown.every(({ id }) => ids.has(id))) for (const { id } of shown) next.delete(id)
      else for (const { id } of shown) next.add(id)
      setIds(next)
    },
    clear: () => setIds(new Set()),
    /** Begins and ends a comparison without any selected photo. */
    setComparing(next: boolean) {
      setIds(new Set())
      setComparing(next)
    },
  }
}

export type Selection = ReturnType<typeof useSelection>
