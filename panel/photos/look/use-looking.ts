import { useEffect, useMemo } from 'react'
import { may } from '#domain/permissions.ts'
import type { Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { aheadUrl } from '#panel/photos/viewer/picture-sources.ts'
import { useViewer } from '#panel/session/viewer-context.ts'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { useText } from '#panel/words/use-text.ts'
import { inLookOrder, isUnlooked, nextUnlooked } from './look-order.ts'
import { useLook } from './use-look.ts'

export type Looking = NonNullable<ReturnType<typeof useLooking>>

interface LookedPhotos {
  turbine: Turbine
  /** Every photo of the turbine, or those that this viewer can show. */
  photos: Photo[]
  /** The open photo. */
  photo: Photo | undefined
  onShow: (photo: Photo) => void
}

/**
 * Looking at the photos of an inspection one after the other, across rooms: how many are done, and what the key does. Undefined without an
 * open photo, and for users who do not work on inspections.
 */
export function useLooking({ turbine, photos, photo, onShow }: LookedPhotos) {
  const text = useText()
  const notify = useNotify()
  const viewer = useViewer()
  const look = useLook(turbine)
  const year = photo?.year
  const ordered = useMemo(() => (year === undefined ? [] : inLookOrder(photos, year)), [photos, year])
  const next = nextUnlooked(ordered, photo)
  const ahead = next && aheadUrl(next)
  useEffect(() => {
    if (ahead) new Image().src = ahead
  }, [ahead])
  if (!photo || !may(viewer, 'photo.look', turbine.company_id)) return undefined

  return {
    total: ordered.length,
    done: ordered.filter((each) => !isUnlooked(each)).length,
    /** The next photo that nobody has looked at; undefined if there is no other one. */
    next,
    /** Says that somebody has looked at the open photo, if nobody has, and shows the next one. A held key does it once: nobody looks that fast. */
    goOn({ repeat = false }: { repeat?: boolean } = {}) {
      if (repeat) return
      if (isUnlooked(photo)) look({ photo, looked: true })
      if (next) onShow(next)
      else notify({ tone: 'success', title: text('look.allDone', { year: String(photo.year) }) })
    },
    takeBack: () => look({ photo, looked: false }),
  }
}
