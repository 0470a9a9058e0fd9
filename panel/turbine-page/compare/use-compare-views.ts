import { useState } from 'react'
import type { Move } from '#panel/photos/lightbox/use-zoom.ts'
import { FITTED, type Frame, followView, limitedView, type View } from '#panel/photos/lightbox/zoom-view.ts'

export type Side = 0 | 1
export const SIDES = [0, 1] as const

type Views = readonly [View, View]

/**
 * The views of both photos. While they are locked, moving one also moves the other. A difference that the user has made while they were
 * not locked stays.
 *
 * @param frames those in which the photos are shown; of both the same one if one photo covers the other
 */
export function useCompareViews(frames: readonly [Frame, Frame]) {
  const [views, setViews] = useState<Views>([FITTED, FITTED])
  const [isLocked, setIsLocked] = useState(true)

  // The frames change with the window and with the way of comparing. What is shown is limited, and the next movement begins there.
  const limited = ([left, right]: Views): Views => [
    limitedView(left, frames[0]),
    limitedView(right, frames[1]),
  ]

  const moveOf =
    (side: Side): Move =>
    (change) =>
      setViews((stored) => {
        const shown = limited(stored)
        const before = shown[side]
        const after = change(before)
        const other = side === 0 ? 1 : 0
        const next = isLocked ? followView(shown[other], before, after, frames[other]) : shown[other]
        return side === 0 ? [after, next] : [next, after]
      })

  return {
    views: limited(views),
    moveOf,
    isLocked,
    toggleLock: () => setIsLocked(!isLocked),
    reset: () => setViews([FITTED, FITTED]),
    swap: () => setViews(([left, right]) => [right, left]),
  }
}
