import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { InspectionState } from '#domain/inspections/state.ts'
import { fleetInspectionsQuery, type InspectionFilters } from '#panel/data/inspections.ts'

/**
 * The inspections that pass the filters, page after page.
 *
 * @param state the column that they are for; undefined for all states
 */
export function useInspectionList(
  filters: InspectionFilters,
  state: InspectionState | undefined,
  enabled = true,
) {
  const query = useInfiniteQuery({
    ...fleetInspectionsQuery({ ...filters, state: state ?? filters.state }),
    enabled,
  })
  const { data } = query
  const inspections = useMemo(() => data?.pages.flatMap((page) => page.data), [data])
  return { query, inspections, total: data?.pages[0]?.approximate_total }
}
export type InspectionList = ReturnType<typeof useInspectionList>
