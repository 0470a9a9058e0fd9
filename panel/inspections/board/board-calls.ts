import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import * as z from 'zod'
import { FleetInspection } from '#domain/inspections/inspection.ts'
import type { InspectionState } from '#domain/inspections/state.ts'
import { api } from '#panel/api/api-client.ts'
import { INSPECTIONS_FRESH_MS } from '#panel/api/queries/waiting-inspections-query.ts'
import { readAnswer } from '#panel/api/read-answer.ts'
import { inspectionKeys } from '#panel/api/turbine-keys.ts'
import type { BoardFilters } from './board-address.ts'

/** How many inspections one call answers. */
const PAGE_SIZE = 60

const Listed = z.object({
  data: z.array(FleetInspection),
  next: z.string().nullable(),
  approximate_total: z.int(),
})
type Page = z.infer<typeof Listed>

function inspectionsQuery({ state, waits, city, company, year }: BoardFilters) {
  const filters = { state, waits_for: waits, city, company_id: company?.toString(), year: year?.toString() }
  // What waits for its review for the longest time comes first.
  const order = state === 'in_review' ? 'since' : undefined
  const query = Object.fromEntries(
    Object.entries({ ...filters, order }).filter(([, value]) => value !== undefined),
  )
  return infiniteQueryOptions({
    queryKey: [...inspectionKeys.lists(), 'list', query],
    staleTime: INSPECTIONS_FRESH_MS,
    placeholderData: keepPreviousData,
    initialPageParam: '',
    getNextPageParam: ({ next }: Page) => next,
    queryFn: ({ signal, pageParam }): Promise<Page> => {
      const page = { ...query, limit: String(PAGE_SIZE), ...(pageParam !== '' && { cursor: pageParam }) }
      return readAnswer(api.inspections.$get({ query: page as object }, { init: { signal } }), Listed)
    },
  })
}

/**
 * The inspections that pass the filters, page after page.
 *
 * @param state the column that they are for; undefined for all states
 */
export function useInspectionList(filters: BoardFilters, state: InspectionState | undefined, enabled = true) {
  const query = useInfiniteQuery({
    ...inspectionsQuery({ ...filters, state: state ?? filters.state }),
    enabled,
  })
  const { data } = query
  const inspections = useMemo(() => data?.pages.flatMap((page) => page.data), [data])
  return { query, inspections, total: data?.pages[0]?.approximate_total }
}
export type InspectionList = ReturnType<typeof useInspectionList>
