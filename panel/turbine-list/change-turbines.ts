import { type QueryClient, queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { Turbine, type TurbineChange, TurbineContents, type TurbineFields } from '#domain/turbine.ts'
import { api } from '#panel/api/api-client.ts'
import { deleteRecord } from '#panel/api/delete-record.ts'
import { ifRevision } from '#panel/api/if-revision.ts'
import { refreshAfter } from '#panel/api/old-lists.ts'
import { turbinesQuery } from '#panel/api/queries/turbines-query.ts'
import { readAnswer } from '#panel/api/read-answer.ts'
import { turbineKeys } from '#panel/api/turbine-keys.ts'

const Added = z.object({ data: Turbine })
const Counted = z.object({ contents: TurbineContents })
const Changed = z.object({ turbine: Turbine })

/** @throws RequestError `validation_failed`, `forbidden`, `company_not_found` */
export async function addTurbine(fields: TurbineFields): Promise<Turbine> {
  const { data } = await readAnswer(api.turbines.$post({ json: fields }), Added)
  return data
}

/**
 * @param revision the one at which the turbine was read
 * @throws RequestError `validation_failed`, `turbine_not_found`, `company_not_found`, `stale_revision`
 */
export async function updateTurbine(id: number, fields: TurbineChange, revision: number): Promise<Turbine> {
  const call = api.turbines[':id'].$put({ param: { id: String(id) }, json: fields }, ifRevision(revision))
  const { turbine } = await readAnswer(call, Changed)
  return turbine
}

/** How many records are deleted with a turbine. It is asked anew whenever somebody is about to delete it. */
export function contentsQuery(id: number) {
  return queryOptions({
    queryKey: [...turbineKeys.one(id), 'contents'] as const,
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const call = api.turbines[':id'].$get({ param: { id: String(id) } }, { init: { signal } })
      const { contents } = await readAnswer(call, Counted)
      return contents
    },
  })
}

/** @throws RequestError `turbine_not_found` */
export async function deleteTurbine(id: number): Promise<void> {
  await deleteRecord('turbine', id, () => api.turbines[':id'].$delete({ param: { id: String(id) } }))
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
  const { queryKey } = turbinesQuery
  // A running request may have read the list before the change; its answer would undo the change on the screen.
  void queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, (shown) => shown && change(shown))
  refreshAfter(queryClient, 'turbine', id)
}
