import { type QueryKey, queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { Link, type LinkDraft } from '#domain/inspections/link.ts'
import { api } from '#panel/api/api-client.ts'
import { deleteRecord } from '#panel/api/delete-record.ts'
import { readAnswer } from '#panel/api/read-answer.ts'
import { turbineKeys } from './keys.ts'

const Listed = z.object({ data: z.array(Link) })
const Added = z.object({ address: z.string() })

/** The living links to a turbine, newest first. */
export function linksQuery(turbineId: number) {
  return queryOptions({
    queryKey: [...turbineKeys.one(turbineId), 'links'] as const,
    queryFn: async ({ signal }) => {
      const query = { turbine_id: String(turbineId) } as object
      return (await readAnswer(api.links.$get({ query }, { init: { signal } }), Listed)).data
    },
  })
}

/** The beginnings of the keys of the queries that show links of a turbine. */
export const listsAfterLink = (turbineId: number): QueryKey[] => [linksQuery(turbineId).queryKey]

/** @returns the address, which is answered only now @throws RequestError `links_not_allowed`, `version_not_found`, `report_not_found` */
export async function addLink(draft: LinkDraft): Promise<string> {
  return (await readAnswer(api.links.$post({ json: draft }), Added)).address
}

export async function revokeLink(id: number): Promise<void> {
  await deleteRecord('link', id, () => api.links[':id'].$delete({ param: { id: String(id) } }))
}
