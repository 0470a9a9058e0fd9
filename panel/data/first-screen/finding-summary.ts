import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { FindingSummary } from '#domain/findings/finding-summary.ts'
import { api } from '#panel/api/api-client.ts'
import { readAnswer } from '#panel/api/read-answer.ts'
import type { FleetFindingFilters } from '../findings.ts'
import { findingLists } from '../keys.ts'

const Summarized = z.object({ data: FindingSummary })

/** The numbers of the findings of all turbines: for the charts of the findings, and for what needs attention in the list of turbines. */
export function findingSummaryQuery(filters: FleetFindingFilters) {
  return queryOptions({
    queryKey: [...findingLists, 'summary', filters],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const call = api.findings.summary.$get({ query: filters as object }, { init: { signal } })
      return (await readAnswer(call, Summarized)).data
    },
  })
}
