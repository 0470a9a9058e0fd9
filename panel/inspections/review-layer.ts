import { useAddressLayer } from '#panel/ui/address/address-layer.ts'
import type { InspectionPlace } from './inspection-calls.ts'

/** The review that is open over a screen, in the address as `?review=4-2026`: the turbine and the year. Back closes it. */
export function useReviewLayer() {
  const layer = useAddressLayer('review')
  const [, id, year] = /^(\d{1,15})-(\d{4})$/.exec(layer.value ?? '') ?? []
  return {
    /** Undefined if no review is open. */
    place: id && year ? ({ turbineId: Number(id), year: Number(year) } satisfies InspectionPlace) : undefined,
    open: ({ turbineId, year }: InspectionPlace) => layer.open(`${turbineId}-${year}`),
    close: layer.close,
  }
}
