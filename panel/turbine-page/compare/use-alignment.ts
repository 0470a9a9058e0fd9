import { useState } from 'react'
import type { Photo } from '#domain/photo.ts'
import { sizeOf } from '#panel/photos/lightbox/use-zoom.ts'
import type { Point } from '#panel/photos/lightbox/zoom-view.ts'
import { areApart, type PointPair, type Similarity, similarityOf } from './similarity.ts'
import type { Side } from './use-compare-views.ts'

/** The number of points that each photo needs. */
const POINTS_NEEDED = 2

type Points = readonly [readonly Point[], readonly Point[]]
const NO_POINTS: Points = [[], []]

export type Alignment = ReturnType<typeof useAlignment>

/** The two points that the user marks in each photo, in pixels of the photo, and the alignment that follows from them. */
export function useAlignment(photos: readonly [Photo, Photo]) {
  const [points, setPoints] = useState<Points>(NO_POINTS)
  const [wasTooClose, setWasTooClose] = useState(false)

  function change(side: Side, next: readonly Point[]) {
    setPoints((shown) => (side === 0 ? [next, shown[1]] : [shown[0], next]))
  }

  return {
    points,
    /** True if the last point was refused, because it was too close to the first point of its photo. */
    wasTooClose,
    /** Maps pixels of the right photo to pixels of the left one; undefined until all points are marked. */
    similarity: similarityFrom(points),
    add(side: Side, point: Point) {
      const marked = points[side]
      const [first] = marked
      if (marked.length === POINTS_NEEDED) return
      const isClose = first !== undefined && !areApart([first, point], sizeOf(photos[side]))
      setWasTooClose(isClose)
      if (!isClose) change(side, [...marked, point])
    },
    removeLast: (side: Side) => change(side, points[side].slice(0, -1)),
    clear() {
      setPoints(NO_POINTS)
      setWasTooClose(false)
    },
  }
}

function similarityFrom([left, right]: Points): Similarity | undefined {
  const isComplete = left.length === POINTS_NEEDED && right.length === POINTS_NEEDED
  return isComplete ? similarityOf(right as unknown as PointPair, left as unknown as PointPair) : undefined
}
