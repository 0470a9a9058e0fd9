import { useDeferredValue } from 'react'
import type { Turbine } from '#domain/turbine.ts'
import { useReturnsDown } from '#panel/ui/scroll-return.ts'
import { TurbineCard } from './turbine-card.tsx'

/** More cards than a large window shows. */
const FIRST_CARDS = 48

export const GRID = 'grid grid-cols-[repeat(auto-fill,minmax(300px,1fr))] gap-5'

interface TurbineGridProps {
  turbines: Turbine[]
  /** What to do to edit one, where the viewer may. */
  onEdit: ((turbine: Turbine) => void) | undefined
}

/**
 * The cards. The first windowful stands at once; the rest of a long list follows without holding up keys or clicks. A list that
 * was left further down comes back whole.
 */
export function TurbineGrid({ turbines, onEdit }: TurbineGridProps) {
  const returnsDown = useReturnsDown()
  const shown = useDeferredValue(turbines, returnsDown ? turbines : turbines.slice(0, FIRST_CARDS))
  return (
    <ul className={GRID}>
      {shown.map((turbine) => (
        <TurbineCard key={turbine.id} turbine={turbine} onEdit={onEdit} />
      ))}
    </ul>
  )
}
