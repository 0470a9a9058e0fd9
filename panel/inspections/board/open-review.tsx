import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import type { FleetInspection } from '#domain/inspections/inspection.ts'
import { may } from '#domain/permissions.ts'
import { turbinesQuery } from '#panel/api/turbines-query.ts'
import { useViewer } from '#panel/session/viewer-context.ts'
import { useAddressLayer } from '#panel/ui/address/address-layer.ts'
import { lazyDialog } from '#panel/ui/late-scripts/lazy-part.tsx'

const ReviewScreen = lazyDialog(() => import('#panel/inspections/review/review-screen.tsx'))

/** The review that is open over the board, in the address as `?review=4-2026`: the turbine and the year. */
export function useOpenReview() {
  const viewer = useViewer()
  const layer = useAddressLayer('review')
  const [, id = '', year = ''] = /^(\d{1,15})-(\d{4})$/.exec(layer.value ?? '') ?? []
  const { data: turbines } = useQuery({ ...turbinesQuery, enabled: id !== '' })
  const turbine = turbines?.find((each) => String(each.id) === id)
  // The cards must not render again with each new address.
  const openLayer = useRef(layer.open)
  useEffect(() => {
    openLayer.current = layer.open
  })
  const open = useCallback(
    ({ turbine_id, year }: FleetInspection) => void openLayer.current(`${turbine_id}-${year}`),
    [],
  )
  const isOpen = turbine !== undefined && may(viewer, 'inspection.review', turbine.company_id)
  return {
    open,
    screen: isOpen && (
      <ReviewScreen
        key={layer.value}
        inspected={{ turbineId: turbine.id, year: Number(year) }}
        name={turbine.turbine_name || turbine.code}
        onClose={() => void layer.close()}
      />
    ),
  }
}
