import { useDeferredValue } from 'react'
import type { Turbine } from '#domain/turbine.ts'
import { useRestoresScroll } from '#panel/ui/scroll-return.ts'
import { TurbineCard } from './turbine-card.tsx'

/** The number of cards in the first rendering: more than a large window shows. */
const FIRST_CARDS = 48

export const GRID = 'grid grid-cols-[repeat(auto-fill,minmax(300px,1fr))] gap-5'

interface TurbineGridProps {
  turbines: Turbine[]
  /** Opens the edit dialog; present if the viewer may edit turbines. */
  onEdit: ((turbine: Turbine) => void) | undefined
}

/**
 * The turbines as cards. The first cards render at once; the rest of a long list renders in a transition, which does not block keys
 * or clicks. If the scroll position is restored, all cards render at once.
 */
export function TurbineGrid({ turbines, onEdit }: TurbineGridProps) {
  const restoresScroll = useRestoresScroll()
  const shown = useDeferredValue(turbines, restoresScroll ? turbines : turbines.slice(0, FIRST_CARDS))
  return (
    <ul className={GRID}>
      {shown.map((turbine) => (
        <TurbineCard key={turbine.id} turbine={turbine} onEdit={onEdit} />
      ))}
    </ul>
  )
}
