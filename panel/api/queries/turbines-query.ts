import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { Turbine } from '#domain/turbine.ts'
import { api } from '../api-client.ts'
import { TURBINES_FRESH_MS } from '../query-client.ts'
import { readAnswer } from '../read-answer.ts'
import { turbineKeys } from '../turbine-keys.ts'

const Listed = z.object({ data: z.array(Turbine) })

/** Every turbine that the viewer may see. */
export const turbinesQuery = queryOptions({
  queryKey: turbineKeys.list(),
  staleTime: TURBINES_FRESH_MS,
  queryFn: async ({ signal }) => {
    const { data } = await readAnswer(api.turbines.$get({ query: {} }, { init: { signal } }), Listed)
    return data
  },
})
