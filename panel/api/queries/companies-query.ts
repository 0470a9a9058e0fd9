import { queryOptions, useQuery } from '@tanstack/react-query'
import * as z from 'zod'
import { Company } from '#domain/company.ts'
import { hasPermission, type Viewer } from '#domain/permissions.ts'
import { useText } from '#panel/words/use-text.ts'
import { api } from '../api-client.ts'
import { readAnswer } from '../read-answer.ts'

const Listed = z.object({ data: z.array(Company) })

/** The companies that the viewer may see. Several features offer them in a form. */
export const companiesQuery = queryOptions({
  queryKey: ['companies'],
  queryFn: async ({ signal }) => {
    const { data } = await readAnswer(api.companies.$get({}, { init: { signal } }), Listed)
    return data
  },
})

/**
 * The name of a company in a filter that no record of the list belongs to, such as a new company. Undefined also if it is not known, because
 * the companies could not be loaded.
 *
 * @param id undefined if a record belongs to it, or if the list is not filtered by company
 */
export function useUnlistedCompany(viewer: Viewer, id: number | undefined): string | undefined {
  const text = useText()
  const mayAsk = hasPermission(viewer, 'company.read')
  const { data, isPending, isError } = useQuery({ ...companiesQuery, enabled: id !== undefined && mayAsk })
  if (id === undefined || isError) return undefined
  if (mayAsk && isPending) return '…'
  return data?.find((company) => company.id === id)?.name ?? text('filter.unknownCompany')
}
