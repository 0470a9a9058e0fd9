import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { api } from './api-client.ts'
import { inspectionKeys } from './inspection-keys.ts'
import { readAnswer } from './read-answer.ts'

/** How long these answers count as fresh, in milliseconds: others work on the inspections, too. */
export const INSPECTIONS_FRESH_MS = 60_000

const Counted = z.object({ approximate_total: z.int() })

/** How many inspections wait for the viewer's team: those in review, and open ones with photos. */
export const waitingInspectionsQuery = queryOptions({
  queryKey: [...inspectionKeys.lists(), 'waiting'],
  staleTime: INSPECTIONS_FRESH_MS,
  queryFn: async ({ signal }) => {
    const query = { waits_for: 'team', limit: '1' } as object
    const call = api.inspections.$get({ query }, { init: { signal } })
    return (await readAnswer(call, Counted)).approximate_total
  },
})
