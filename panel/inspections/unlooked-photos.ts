import type { FleetInspection } from '#domain/inspections/inspection.ts'
import type { Photo } from '#domain/photo.ts'

/**
 * The photos whose tiles say that nobody has looked at them. Of a published inspection these are only those that came after it, and those of
 * which it says why nobody has: an inspection from before photos could be looked at has none.
 */
export function findUninspected(
  photos: readonly Photo[],
  inspections: readonly FleetInspection[],
): Set<Photo['id']> {
  const byYear = new Map(inspections.map((inspection) => [inspection.year, inspection]))
  const isMarked = ({ looked_at, year, upload_date }: Photo) => {
    const inspection = byYear.get(year)
    if (looked_at !== null || !inspection) return false
    const { state, since, unlooked_reason } = inspection
    return state !== 'published' || unlooked_reason !== '' || (since !== null && upload_date > since)
  }
  return new Set(photos.filter(isMarked).map(({ id }) => id))
}
