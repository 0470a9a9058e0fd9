import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { api } from '../api-client.ts'
import { readAnswer } from '../read-answer.ts'
import { inspectionKeys } from '../turbine-keys.ts'

/** How long answers about several inspections count as fresh, in milliseconds: others work on them, too. */
export const INSPECTIONS_FRESH_MS = 60_000

const Counted = z.object({ approximate_total: z.int() })

/** How many inspections wait for the viewer, by the same rule as the mail about them. */
export const waitingInspectionsQuery = queryOptions({
  queryKey: [...inspectionKeys.lists(), 'waiting'],
  staleTime: INSPECTIONS_FRESH_MS,
  queryFn: async ({ signal }) => {
    const query = { waits_for: 'me', limit: '1' } as object
    const call = api.inspections.$get({ query }, { init: { signal } })
    return (await readAnswer(call, Counted)).approximate_total
  },
})
