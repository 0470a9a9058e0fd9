import { useEffect, useMemo } from 'react'
import { may } from '#domain/permissions.ts'
import type { Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { aheadUrl } from '#panel/photos/lightbox/picture-sources.ts'
import { useCaller } from '#panel/session/caller-context.ts'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { useText } from '#panel/words/use-text.ts'
import { inInspectingOrder, isUninspected, nextUninspected } from './inspect-order.ts'
import { useInspectPhoto } from './use-inspect-photo.ts'

export type Inspecting = NonNullable<ReturnType<typeof useInspecting>>

interface InspectedPhotos {
  turbine: Turbine
  /** Every photo of the turbine, or those that this caller can show. */
  photos: Photo[]
  /** The open photo. */
  photo: Photo | undefined
  onShow: (photo: Photo) => void
}

/**
 * Looking at the photos of an inspection one after the other, across rooms: how many are done, and what the key does. Undefined without an
 * open photo, and for users who do not work on inspections.
 */
export function useInspecting({ turbine, photos, photo, onShow }: InspectedPhotos) {
  const text = useText()
  const notify = useNotify()
  const caller = useCaller()
  const look = useInspectPhoto(turbine)
  const year = photo?.year
  const ordered = useMemo(() => (year === undefined ? [] : inInspectingOrder(photos, year)), [photos, year])
  const next = nextUninspected(ordered, photo)
  const ahead = next && aheadUrl(next)
  useEffect(() => {
    if (ahead) new Image().src = ahead
  }, [ahead])
  if (!photo || !may(caller, 'photo.look', turbine.company_id)) return undefined

  return {
    total: ordered.length,
    done: ordered.filter((each) => !isUninspected(each)).length,
    /** The next photo that nobody has looked at; undefined if there is no other one. */
    next,
    /** Says that somebody has looked at the open photo, if nobody has, and shows the next one. A held key does it once: nobody looks that fast. */
    goOn({ repeat = false }: { repeat?: boolean } = {}) {
      if (repeat) return
      if (isUninspected(photo)) look({ photo, looked: true })
      if (next) onShow(next)
      else notify({ tone: 'success', title: text('look.allDone', { year: String(photo.year) }) })
    },
    takeBack: () => look({ photo, looked: false }),
  }
}
