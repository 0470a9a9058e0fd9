import { queryOptions } from '@tanstack/react-query'
import { api } from '#panel/api/api-client.ts'
import { TURBINES_FRESH_MS } from '#panel/api/query-client.ts'

/** Every turbine that the viewer may see. */
export const turbinesQuery = queryOptions({
  queryKey: ['turbines'],
  staleTime: TURBINES_FRESH_MS,
  queryFn: async ({ signal }) => {
    const answer = await api.turbines.$get({ query: {} }, { init: { signal } })
    const { data } = await answer.json()
    return data
  },
})
