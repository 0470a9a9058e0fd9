import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import type { FleetFindingFilter } from '#domain/findings/finding.ts'
import { FindingSummary } from '#domain/findings/finding-summary.ts'
import { api } from '../api-client.ts'
import { readAnswer } from '../read-answer.ts'

const Summarized = z.object({ data: FindingSummary })

/** The numbers of the findings of all turbines: for the charts of the findings, and for what needs attention in the list of turbines. */
export function findingSummaryQuery(filters: Partial<Record<keyof FleetFindingFilter, string>>) {
  return queryOptions({
    queryKey: ['findings', 'summary', filters],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const call = api.findings.summary.$get({ query: filters as object }, { init: { signal } })
      const { data } = await readAnswer(call, Summarized)
      return data
    },
  })
}
