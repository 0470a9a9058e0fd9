import { Card } from '#panel/ui/card.tsx'
import { Skeleton } from '#panel/ui/skeleton.tsx'
import { useText } from '#panel/words/use-text.ts'
import { GRID } from './turbine-grid.tsx'

const PLACES = Array.from({ length: 8 }, (_, place) => place)

/** Skeletons of the cards. */
export function TurbineSkeletons() {
  const text = useText()
  return (
    <div role="status">
      <span className="sr-only">{text('turbines.loading')}</span>
      <ul aria-hidden className={GRID}>
        {PLACES.map((place) => (
          <Card as="li" key={place} className="h-70 overflow-hidden">
            <div className="h-28 border-b border-hairline bg-surface-sunken" />
            <div className="grid gap-2.5 p-4">
              <Skeleton className="h-5 w-3/5" />
              <Skeleton className="h-4 w-2/5" />
              <Skeleton className="mt-3 h-3.5 w-4/5" />
              <Skeleton className="h-3.5 w-1/2" />
            </div>
          </Card>
        ))}
      </ul>
    </div>
  )
}
