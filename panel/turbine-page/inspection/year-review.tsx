import { may } from '#domain/permissions.ts'
import type { Turbine } from '#domain/turbine.ts'
import { findReviewButton } from '#panel/inspections/inspection-actions.tsx'
import { useReviewLayer } from '#panel/inspections/review-layer.ts'
import { useCaller } from '#panel/session/caller-context.ts'
import { turbineTitle } from '#panel/turbine-list/turbine-title.ts'
import { sectionElementId } from '#panel/turbine-page/sections.ts'
import { lazyDialog } from '#panel/ui/late-scripts/lazy-part.tsx'
import { useText } from '#panel/words/use-text.ts'

const ReviewScreen = lazyDialog(() => import('#panel/inspections/review/review-screen.tsx'))

/** The review of an inspection of the turbine over its page, if the address has one. */
export function YearReview({ turbine }: { turbine: Turbine }) {
  const text = useText()
  const caller = useCaller()
  const { place, startId, keepPlace, close } = useReviewLayer()
  const isOpen = place?.turbineId === turbine.id && may(caller, 'inspection.review', turbine.company_id)
  if (!isOpen) return null
  return (
    <ReviewScreen
      key={place.year}
      inspected={place}
      name={turbineTitle(text, turbine)}
      startId={startId}
      keepPlace={keepPlace}
      onClose={() => void close()}
      // The review may have changed the state of the inspection, so that the button is gone.
      finalFocus={() =>
        findReviewButton() ?? document.getElementById(sectionElementId('inspection')) ?? undefined
      }
    />
  )
}
