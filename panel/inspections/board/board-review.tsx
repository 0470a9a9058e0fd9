import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import type { FleetInspection } from '#domain/inspections/inspection.ts'
import { may } from '#domain/permissions.ts'
import { turbinesQuery } from '#panel/data/turbines.ts'
import { useReviewLayer } from '#panel/inspections/review-layer.ts'
import { useCaller } from '#panel/session/caller-context.ts'
import { lazyDialog } from '#panel/ui/late-scripts/lazy-part.tsx'

const ReviewScreen = lazyDialog(() => import('#panel/inspections/review/review-screen.tsx'))

/** The review that is open over the board. */
export function useBoardReview() {
  const caller = useCaller()
  const layer = useReviewLayer()
  const { place } = layer
  const { data: turbines } = useQuery({ ...turbinesQuery, enabled: place !== undefined })
  const turbine = turbines?.find(({ id }) => id === place?.turbineId)
  // The cards must not render again with each new address.
  const openLayer = useRef(layer.open)
  useEffect(() => {
    openLayer.current = layer.open
  })
  const open = useCallback(
    ({ turbine_id, year }: FleetInspection) => void openLayer.current({ turbineId: turbine_id, year }),
    [],
  )
  return {
    open,
    screen: place && turbine && may(caller, 'inspection.review', turbine.company_id) && (
      <ReviewScreen
        key={`${place.turbineId}-${place.year}`}
        inspected={place}
        name={turbine.turbine_name || turbine.code}
        startId={layer.startId}
        keepPlace={layer.keepPlace}
        onClose={() => void layer.close()}
      />
    ),
  }
}
