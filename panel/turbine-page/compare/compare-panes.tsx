import type { Photo } from '#domain/photo.ts'
import type { Zoom } from '#panel/photos/lightbox/use-zoom.ts'
import { useText } from '#panel/words/use-text.ts'
import { ComparePane } from './compare-pane.tsx'
import type { Alignment } from './use-alignment.ts'
import { SIDES, type Side } from './use-compare-views.ts'

interface ComparePanesProps {
  pair: readonly [Photo, Photo]
  zooms: readonly [Zoom, Zoom]
  onActive: (side: Side) => void
  /** Absent unless the user marks points. */
  alignment: Alignment | undefined
}

/** Both photos side by side. */
export function ComparePanes({ pair, zooms, onActive, alignment }: ComparePanesProps) {
  const text = useText()
  return (
    <div className="absolute inset-0 grid grid-cols-2 gap-1">
      {SIDES.map((side) => (
        <ComparePane
          key={side}
          photo={pair[side]}
          zoom={zooms[side]}
          label={text(side === 0 ? 'compare.left' : 'compare.right')}
          onActive={() => onActive(side)}
          marking={
            alignment && {
              points: alignment.points[side],
              add: (point) => alignment.add(side, point),
              removeLast: () => alignment.removeLast(side),
            }
          }
        />
      ))}
    </div>
  )
}
