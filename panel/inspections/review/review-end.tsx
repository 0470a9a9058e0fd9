import { useQuery } from '@tanstack/react-query'
import type { ViewedInspection } from '#domain/inspections/inspection.ts'
import type { InspectionStep } from '#domain/inspections/state.ts'
import { inspectionAddress } from '#domain/panel-addresses.ts'
import { type InspectionPlace, inspectionQuery } from '#panel/data/inspections.ts'
import { buttonClass } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'
import { obstacleWords } from '../obstacle-words.ts'
import { LeaveLink } from './leave-link.tsx'

interface ReviewEndProps {
  inspected: InspectionPlace
  /** True if a finding is sent back. */
  hasReturned: boolean
  /** Goes to an address outside of the review. */
  onLeave: (address: string) => void
}

/** What comes after the last decision: publishing, or sending the inspection back to the team. The page of the inspection asks about it. */
export function ReviewEnd({ inspected, hasReturned, onLeave }: ReviewEndProps) {
  const text = useText()
  const { turbineId, year } = inspected
  // The last decision may have changed what is possible.
  const { data: inspection, isFetching } = useQuery({ ...inspectionQuery(inspected), staleTime: 0 })
  const address = inspectionAddress(turbineId, year)
  // A button that becomes another one would be pressed for what it was.
  if (isFetching) return null
  const next = inspection && nextStep(inspection, hasReturned)
  if (!inspection || next === undefined)
    return (
      <LeaveLink to={address} onLeave={onLeave} className={buttonClass('primary', 'small')}>
        {text('review.toInspection')}
      </LeaveLink>
    )
  const obstacle = inspection.possible[next]
  return (
    <>
      {obstacle !== null && (
        <p className="max-w-80 text-note text-ink-soft">{obstacleWords(text, obstacle, next, inspection)}</p>
      )}
      <LeaveLink
        to={obstacle === null ? `${address}&form=inspection-${next}-${year}` : address}
        onLeave={onLeave}
        className={buttonClass('primary', 'small')}
      >
        {text(obstacle === null ? `review.end.${next}` : 'review.toInspection')}
      </LeaveLink>
    </>
  )
}

/** Findings that are sent back go to the team before anything is published. Undefined if the team has the inspection already, or nothing is new. */
function nextStep(
  { state, possible }: ViewedInspection,
  hasReturned: boolean,
): Extract<InspectionStep, 'open' | 'published'> | undefined {
  if (hasReturned) return state === 'in_review' && possible.open === null ? 'open' : undefined
  if (possible.published === 'forbidden' || possible.published === 'nothing_new') return undefined
  return 'published'
}
