import { type QueryClient, queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { Turbine } from '#domain/turbine.ts'
import { api } from '#panel/api/api-client.ts'
import { turbinesQuery } from '#panel/api/queries/turbines-query.ts'
import { readAnswer } from '#panel/api/read-answer.ts'
import { turbineKeys } from '#panel/api/turbine-keys.ts'

const Found = z.object({ turbine: Turbine })

/** One turbine. The data from the cached list is shown at once and loaded again in the background. */
export function turbineQuery(queryClient: QueryClient, id: number) {
  return queryOptions({
    queryKey: turbineKeys.one(id),
    queryFn: async ({ signal }) => {
      const call = api.turbines[':id'].$get({ param: { id: String(id) } }, { init: { signal } })
      const { turbine } = await readAnswer(call, Found)
      return turbine
    },
    initialData: () => queryClient.getQueryData(turbinesQuery.queryKey)?.find((turbine) => turbine.id === id),
    initialDataUpdatedAt: 0,
  })
}
