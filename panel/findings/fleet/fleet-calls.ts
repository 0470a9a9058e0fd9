import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { ListedFinding } from '#domain/findings/finding.ts'
import { api } from '#panel/api/api-client.ts'
import { readAnswer } from '#panel/api/read-answer.ts'
import type { FleetFilters, FleetOrder } from './fleet-address.ts'

const Listed = z.object({ data: z.array(ListedFinding), total: z.int() })

/** A page of the findings of all turbines. Until the next page comes, the former one is shown. */
export function fleetFindingsQuery(filters: FleetFilters, order: FleetOrder, page: number) {
  const query = { ...filters, order, page: String(page) }
  return queryOptions({
    queryKey: ['findings', 'list', query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      readAnswer(api.findings.$get({ query: query as object }, { init: { signal } }), Listed),
  })
}
