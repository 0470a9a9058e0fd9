import { useEffect, useMemo, useState } from 'react'
import type { Panorama } from '#domain/pictures/panorama.ts'
import type { PanoramaView } from '../view/panorama-view.ts'
import { linkViews } from './link-views.ts'
import { headingOffset } from './offset.ts'
import { PairAlignment } from './pair-alignment.ts'

interface Side {
  photoId: number | undefined
  panorama: Panorama | undefined
}

/**
 * Makes the views of two photos turn and zoom together, with the alignment that this user has chosen.
 *
 * @param view the view of the first photo
 */
export function useLinkedViews(userId: number, view: PanoramaView | undefined, first: Side, second: Side) {
  const [secondView, setSecondView] = useState<PanoramaView>()
  const [firstId, secondId] = [first.photoId, second.photoId]
  const [firstHeading, secondHeading] = [first.panorama?.heading, second.panorama?.heading]
  const alignment = useMemo(() => {
    if (firstId === undefined || secondId === undefined) return undefined
    return new PairAlignment(userId, [firstId, secondId], headingOffset(firstHeading, secondHeading))
  }, [userId, firstId, secondId, firstHeading, secondHeading])

  useEffect(
    () => (view && secondView && alignment ? linkViews(view, secondView, alignment) : undefined),
    [view, secondView, alignment],
  )
  return { alignment, setSecondView }
}
