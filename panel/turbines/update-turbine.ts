import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { Turbine, TurbineFields } from '#domain/turbine.ts'
import { api } from '#panel/api/api-client.ts'
import { turbinesQuery } from './turbines-query.ts'

/** @throws ApiError `validation_failed`, `turbine_not_found`, `company_not_found` */
export async function updateTurbine(id: number, fields: TurbineFields): Promise<Turbine> {
  const answer = await api.turbines[':id'].$put({ param: { id: String(id) }, json: fields })
  const { turbine } = await answer.json()
  return turbine
}

/** Shows a changed turbine wherever it stands, and has it asked for anew. */
export function showChangedTurbine(queryClient: QueryClient, changed: Turbine) {
  queryClient.setQueryData(turbinesQuery.queryKey, (shown) =>
    shown?.map((turbine) => (turbine.id === changed.id ? changed : turbine)),
  )
  void queryClient.invalidateQueries({ queryKey: turbinesQuery.queryKey })
  void queryClient.invalidateQueries({ queryKey: ['turbine', changed.id] })
}

const companiesQuery = queryOptions({
  queryKey: ['companies'],
  queryFn: async ({ signal }) => {
    const answer = await api.companies.$get({}, { init: { signal } })
    const { data } = await answer.json()
    return data
  },
})

/** The companies that a turbine may be given to, its own among them. */
export function useCompaniesFor(turbine: Turbine): { id: number; name: string }[] {
  const { data: companies = [] } = useQuery(companiesQuery)
  // The list has not come yet, or leaves out the operator's own company.
  const own = { id: turbine.company_id, name: turbine.company_name }
  return companies.some(({ id }) => id === own.id) ? companies : [own, ...companies]
}
