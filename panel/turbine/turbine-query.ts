import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '#panel/api/api-client.ts'
import { turbinesQuery } from '#panel/turbines/turbines-query.ts'

/** One turbine. Coming from the list, what the list knew is shown at once and asked for anew behind it. */
export function turbineQuery(queryClient: QueryClient, id: number) {
  return queryOptions({
    queryKey: ['turbine', id],
    queryFn: async ({ signal }) => {
      const answer = await api.turbines[':id'].$get({ param: { id: String(id) } }, { init: { signal } })
      const { turbine } = await answer.json()
      return turbine
    },
    initialData: () => queryClient.getQueryData(turbinesQuery.queryKey)?.find((turbine) => turbine.id === id),
    initialDataUpdatedAt: 0,
  })
}
