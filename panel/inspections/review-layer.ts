import type { InspectionPlace } from '#panel/data/inspections.ts'
import { useAddressLayer } from '#panel/ui/address/address-layer.ts'

/**
 * The review that is open over a screen, in the address as `?review=4-2026`: the turbine and the year. Back closes it. `?review=4-2026-17` begins
 * with the finding 17.
 */
export function useReviewLayer() {
  const layer = useAddressLayer('review')
  const [, id, year, findingId] = /^(\d{1,15})-(\d{4})(?:-(\d{1,15}))?$/.exec(layer.value ?? '') ?? []
  return {
    /** Undefined if no review is open. */
    place: id && year ? ({ turbineId: Number(id), year: Number(year) } satisfies InspectionPlace) : undefined,
    /** The finding with which it begins; undefined if the address has none. */
    startId: findingId === undefined ? undefined : Number(findingId),
    /** Keeps the finding in the address, before the reviewer goes to another screen. Resolves when it is there. */
    keepPlace: (finding: number) => layer.show(`${id}-${year}-${finding}`),
    open: ({ turbineId, year }: InspectionPlace) => layer.open(`${turbineId}-${year}`),
    close: layer.close,
  }
}
