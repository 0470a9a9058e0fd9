import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import * as z from 'zod'
import { Company } from '#domain/company.ts'
import { Turbine, type TurbineFields } from '#domain/turbine.ts'
import { api } from '#panel/api/api-client.ts'
import { readAnswer } from '#panel/api/read-answer.ts'
import { turbineKeys } from '#panel/api/turbine-keys.ts'
import { turbinesQuery } from './turbines-query.ts'

const Changed = z.object({ turbine: Turbine })
const Listed = z.object({ data: z.array(Company) })

/** @throws RequestError `validation_failed`, `turbine_not_found`, `company_not_found` */
export async function updateTurbine(id: number, fields: TurbineFields): Promise<Turbine> {
  const call = api.turbines[':id'].$put({ param: { id: String(id) }, json: fields })
  const { turbine } = await readAnswer(call, Changed)
  return turbine
}

/** Updates a changed turbine in all cached answers and invalidates them. */
export function showChangedTurbine(queryClient: QueryClient, changed: Turbine) {
  queryClient.setQueryData(turbinesQuery.queryKey, (shown) =>
    shown?.map((turbine) => (turbine.id === changed.id ? changed : turbine)),
  )
  void queryClient.invalidateQueries({ queryKey: turbinesQuery.queryKey })
  void queryClient.invalidateQueries({ queryKey: turbineKeys.one(changed.id) })
}

const companiesQuery = queryOptions({
  queryKey: ['companies'],
  queryFn: async ({ signal }) => {
    const { data } = await readAnswer(api.companies.$get({}, { init: { signal } }), Listed)
    return data
  },
})

/** The companies that a turbine may belong to, including its current one. */
export function useCompaniesFor(turbine: Turbine): { id: number; name: string }[] {
  const { data: companies = [] } = useQuery(companiesQuery)
  // The list is not loaded yet, or the turbine belongs to the operator's company, which the list does not contain.
  const own = { id: turbine.company_id, name: turbine.company_name }
  return companies.some(({ id }) => id === own.id) ? companies : [own, ...companies]
}
