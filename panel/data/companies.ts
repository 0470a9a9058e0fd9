import { type QueryClient, type QueryKey, queryOptions, useQuery } from '@tanstack/react-query'
import * as z from 'zod'
import { Company, type CompanyChange, type CompanyFields } from '#domain/company.ts'
import { type Caller, hasPermission } from '#domain/permissions.ts'
import { api } from '#panel/api/api-client.ts'
import { deleteRecord } from '#panel/api/delete-record.ts'
import { ifRevision } from '#panel/api/if-revision.ts'
import { readAnswer } from '#panel/api/read-answer.ts'
import { useText } from '#panel/words/use-text.ts'
import { companyList, everything } from './keys.ts'

const Listed = z.object({ data: z.array(Company) })
const Answered = z.object({ data: Company })

/** The companies that the caller may see. Several features offer them in a form. */
export const companiesQuery = queryOptions({
  queryKey: companyList,
  queryFn: async ({ signal }) =>
    (await readAnswer(api.companies.$get({}, { init: { signal } }), Listed)).data,
})

/**
 * The name of a company in a filter that no record of the list belongs to, such as a new company. Undefined also if it is not known, because
 * the companies could not be loaded.
 *
 * @param id undefined if a record belongs to it, or if the list is not filtered by company
 */
export function useUnlistedCompany(caller: Caller, id: number | undefined): string | undefined {
  const text = useText()
  const mayAsk = hasPermission(caller, 'company.read')
  const { data, isPending, isError } = useQuery({ ...companiesQuery, enabled: id !== undefined && mayAsk })
  if (id === undefined || isError) return undefined
  if (mayAsk && isPending) return '…'
  return data?.find((company) => company.id === id)?.name ?? text('filter.unknownCompany')
}

/** The id of the company that a form need not ask for, because there is no other one; undefined also if the companies are not known. */
export function findOnlyCompany(queryClient: QueryClient): number | undefined {
  const [only, another] = queryClient.getQueryData(companiesQuery.queryKey) ?? []
  return another ? undefined : only?.id
}

/** The beginnings of the keys of the queries that show something of a company. */
export const listsAfterCompany = (): QueryKey[] => [everything]

/** @throws RequestError `company_name_taken` */
export async function addCompany(fields: CompanyFields): Promise<Company> {
  return (await readAnswer(api.companies.$post({ json: fields }), Answered)).data
}

/**
 * @param revision the one at which the company was read
 * @throws RequestError `company_not_found`, `company_name_taken`, `stale_revision`
 */
export async function updateCompany(id: number, fields: CompanyChange, revision: number): Promise<Company> {
  const call = api.companies[':id'].$put({ param: { id: String(id) }, json: fields }, ifRevision(revision))
  return (await readAnswer(call, Answered)).data
}

/** @throws RequestError `company_not_found`, `company_not_empty` */
export async function deleteCompany(id: number): Promise<void> {
  await deleteRecord('company', id, () => api.companies[':id'].$delete({ param: { id: String(id) } }))
}
