import { CARD_TEXT_PX } from '#panel/turbine-list/cards/card-grid.ts'
import { MAP_FRAME_CLASS, MAP_HEIGHT_CLASS } from '#panel/turbine-list/map/map-frame.ts'
import { Card } from '#panel/ui/card.tsx'
import { Skeleton } from '#panel/ui/skeleton.tsx'
import { useText } from '#panel/words/use-text.ts'

const PLACES = Array.from({ length: 10 }, (_, place) => place)

/** Skeletons of the cards. */
export function TurbineSkeletons() {
  const text = useText()
  return (
    <div role="status">
      <span className="sr-only">{text('turbines.loading')}</span>
      <ul aria-hidden className="grid grid-cols-[repeat(auto-fill,minmax(300px,1fr))] gap-5">
        {PLACES.map((place) => (
          <Card as="li" key={place} className="overflow-hidden">
            <div className="aspect-video border-b border-hairline bg-surface-sunken" />
            <div style={{ height: CARD_TEXT_PX }} className="grid content-start gap-2.5 p-4">
              <Skeleton className="h-5 w-3/5" />
              <Skeleton className="h-4 w-2/5" />
              <Skeleton className="h-3.5 w-4/5" />
              <Skeleton className="mt-2 h-3.5 w-1/2" />
            </div>
          </Card>
        ))}
      </ul>
    </div>
  )
}

/** Skeletons of the map and of the list beside it. */
export function MapSkeleton() {
  const text = useText()
  return (
    <div role="status" className={MAP_FRAME_CLASS}>
      <span className="sr-only">{text('turbines.loading')}</span>
      <div className={`rounded border border-hairline bg-surface-sunken ${MAP_HEIGHT_CLASS}`} />
      <Card className="grid min-h-0 content-start gap-8 overflow-hidden p-4">
        {PLACES.map((place) => (
          <div key={place} className="grid gap-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3.5 w-1/4" />
          </div>
        ))}
      </Card>
    </div>
  )
}
