import { useMemo, useState } from 'react'
import { COMPARE_LIMIT } from '#domain/limits.ts'
import type { Photo } from '#domain/photo.ts'

/** Which photos of the list are selected, and whether the user selects them for a comparison, which has two photos. */
export function useSelection(photos: Photo[]) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const [comparing, setComparing] = useState(false)
  // A photo that was deleted is not selected any more.
  const selected = useMemo(() => photos.filter(({ id }) => ids.has(id)), [photos, ids])
  const isFull = comparing && selected.length >= COMPARE_LIMIT

  return {
    selected,
    comparing,
    isSelected: (photo: Photo) => ids.has(photo.id),
    /** True if the photo cannot be selected, because a comparison has all of its photos. */
    isLocked: (photo: Photo) => isFull && !ids.has(photo.id),
    toggle(photo: Photo) {
      if (isFull && !ids.has(photo.id)) return
      setIds(new Set(ids.has(photo.id) ? [...ids].filter((id) => id !== photo.id) : [...ids, photo.id]))
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
