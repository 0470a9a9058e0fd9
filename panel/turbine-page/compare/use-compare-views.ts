import { useState } from 'react'
import type { Move } from '#panel/photos/viewer/use-zoom.ts'
import { FITTED, type Frame, followView, type View } from '#panel/photos/viewer/zoom-view.ts'

export type Side = 0 | 1
export const SIDES = [0, 1] as const

/**
 * The views of both photos. While they are locked, moving one also moves the other. A difference that the user has made while they were
 * not locked stays.
 */
export function useCompareViews(frames: readonly [Frame, Frame]) {
  const [views, setViews] = useState<readonly [View, View]>([FITTED, FITTED])
  const [isLocked, setIsLocked] = useState(true)

  const moveOf =
    (side: Side): Move =>
    (change) =>
      setViews((shown) => {
        const before = shown[side]
        const after = change(before)
        const other = side === 0 ? 1 : 0
        const next = isLocked ? followView(shown[other], before, after, frames[other]) : shown[other]
        return side === 0 ? [after, next] : [next, after]
      })

  return {
    views,
    moveOf,
    isLocked,
    toggleLock: () => setIsLocked(!isLocked),
    reset: () => setViews([FITTED, FITTED]),
    swap: () => setViews(([left, right]) => [right, left]),
  }
}
