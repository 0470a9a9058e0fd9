import * as z from 'zod'
import { Id } from '#domain/fields.ts'
import { type Caller, mayEverywhere } from '#domain/permissions.ts'
import { rawText } from '#domain/text/text.ts'
import { invalid } from '#server/infrastructure/errors.ts'

export const TurbineFilter = z.object({ filter_company_id: rawText(100).optional() })

/** The company of the filter; undefined without one, or if the caller sees one company only. @throws ApiError `validation_failed` */
export function companyFilter(caller: Caller, text: string | undefined): number | undefined {
  if (!text || text === 'all' || !mayEverywhere(caller, 'turbine.read')) return undefined
  const id = Id.safeParse(text)
  if (!id.success) throw invalid('filter_company_id', 'invalid')
  return id.data
}
