import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { Turbine, type TurbineChange, TurbineContents, type TurbineFields } from '#domain/turbine.ts'
import { api } from '#panel/api/api-client.ts'
import { deleteRecord } from '#panel/api/delete-record.ts'
import { ifRevision } from '#panel/api/if-revision.ts'
import { TURBINES_FRESH_MS } from '#panel/api/query-client.ts'
import { readAnswer } from '#panel/api/read-answer.ts'
import { changeShownList, refreshLists } from './cached-lists.ts'
import { companyList, findingLists, inspectionKeys, reportLists, turbineKeys } from './keys.ts'

const Listed = z.object({ data: z.array(Turbine) })
const Added = z.object({ data: Turbine })
const Found = z.object({ turbine: Turbine })
const Counted = z.object({ contents: TurbineContents })

/** Every turbine that the caller may see. */
export const turbinesQuery = queryOptions({
  queryKey: turbineKeys.list(),
  staleTime: TURBINES_FRESH_MS,
  queryFn: async ({ signal }) =>
    (await readAnswer(api.turbines.$get({ query: {} }, { init: { signal } }), Listed)).data,
})

/** One turbine. The data from the cached list is shown at once and loaded again in the background. */
export function turbineQuery(queryClient: QueryClient, id: number) {
  return queryOptions({
    queryKey: turbineKeys.one(id),
    queryFn: async ({ signal }) => {
      const call = api.turbines[':id'].$get({ param: { id: String(id) } }, { init: { signal } })
      return (await readAnswer(call, Found)).turbine
    },
    initialData: () => queryClient.getQueryData(turbinesQuery.queryKey)?.find((turbine) => turbine.id === id),
    initialDataUpdatedAt: 0,
  })
}

/** How many records are deleted with a turbine. It is asked anew whenever somebody is about to delete it. */
export function contentsQuery(id: number) {
  return queryOptions({
    queryKey: [...turbineKeys.one(id), 'contents'] as const,
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const call = api.turbines[':id'].$get({ param: { id: String(id) } }, { init: { signal } })
      return (await readAnswer(call, Counted)).contents
    },
  })
}

/** The beginnings of the keys of the queries that show something of a turbine. */
export function listsAfterTurbine(id: number): QueryKey[] {
  return [
    turbineKeys.one(id),
    turbineKeys.list(),
    inspectionKeys.lists(),
    findingLists,
    reportLists,
    companyList,
  ]
}

/** @throws RequestError `validation_failed`, `forbidden`, `company_not_found` */
export async function addTurbine(fields: TurbineFields): Promise<Turbine> {
  return (await readAnswer(api.turbines.$post({ json: fields }), Added)).data
}

/**
 * @param revision the one at which the turbine was read
 * @throws RequestError `validation_failed`, `turbine_not_found`, `company_not_found`, `stale_revision`
 */
export async function updateTurbine(id: number, fields: TurbineChange, revision: number): Promise<Turbine> {
  const call = api.turbines[':id'].$put({ param: { id: String(id) }, json: fields }, ifRevision(revision))
  return (await readAnswer(call, Found)).turbine
}

/** @throws RequestError `turbine_not_found` */
export async function deleteTurbine(id: number): Promise<void> {
  await deleteRecord('turbine', id, () => api.turbines[':id'].$delete({ param: { id: String(id) } }))
}

/** Tells the server that the caller has opened the turbine: its photos are then no longer new to them. A lost visit harms nobody. */
export async function visitTurbine(id: number): Promise<void> {
  await api.turbines[':id'].visit.$put({ param: { id: String(id) } })
}

/** Shows an added turbine in the cached list, and loads the list again. */
export function showAddedTurbine(queryClient: QueryClient, added: Turbine) {
  showTurbines(queryClient, added.id, (shown) => [...shown, added])
}

/** Updates a changed turbine in all cached answers and invalidates them. */
export function showChangedTurbine(queryClient: QueryClient, changed: Turbine) {
  showTurbines(queryClient, changed.id, (shown) =>
    shown.map((turbine) => (turbine.id === changed.id ? changed : turbine)),
  )
}

/** Removes a deleted turbine from all cached answers. */
export function removeShownTurbine(queryClient: QueryClient, id: number) {
  queryClient.removeQueries({ queryKey: turbineKeys.one(id) })
  showTurbines(queryClient, id, (shown) => shown.filter((turbine) => turbine.id !== id))
}

function showTurbines(queryClient: QueryClient, id: number, change: (shown: Turbine[]) => Turbine[]) {
  changeShownList(queryClient, turbinesQuery.queryKey, change)
  refreshLists(queryClient, listsAfterTurbine(id))
}
