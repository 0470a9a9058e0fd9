import * as z from 'zod'
import { Company, type CompanyChange, type CompanyFields } from '#domain/company.ts'
import { api } from '#panel/api/api-client.ts'
import { deleteRecord } from '#panel/api/delete-record.ts'
import { ifRevision } from '#panel/api/if-revision.ts'
import { readAnswer } from '#panel/api/read-answer.ts'

const Answered = z.object({ data: Company })

/** @throws RequestError `company_name_taken` */
export async function addCompany(fields: CompanyFields): Promise<Company> {
  const { data } = await readAnswer(api.companies.$post({ json: fields }), Answered)
  return data
}

/**
 * @param revision the one at which the company was read
 * @throws RequestError `company_not_found`, `company_name_taken`, `stale_revision`
 */
export async function updateCompany(id: number, fields: CompanyChange, revision: number): Promise<Company> {
  const call = api.companies[':id'].$put({ param: { id: String(id) }, json: fields }, ifRevision(revision))
  const { data } = await readAnswer(call, Answered)
  return data
}

/** @throws RequestError `company_not_found`, `company_not_empty` */
export async function deleteCompany(id: number): Promise<void> {
  await deleteRecord('company', id, () => api.companies[':id'].$delete({ param: { id: String(id) } }))
}
