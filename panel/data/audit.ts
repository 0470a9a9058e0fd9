import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { AuditEntry } from '#domain/audit.ts'
import { api } from '#panel/api/api-client.ts'
import { readAnswer } from '#panel/api/read-answer.ts'

const Listed = z.object({ data: z.array(AuditEntry), total: z.int() })

/** The query parameters of the call, as texts. */
export type AuditRequest = Partial<
  Record<'user_id' | 'action' | 'record_kind' | 'record_id' | 'turbine_id' | 'from' | 'to' | 'page', string>
>

/** A page of the audit log. A cached page is always loaded again, because every action of any user adds an entry. */
export function auditQuery(query: AuditRequest) {
  return queryOptions({
    queryKey: ['audit', query],
    staleTime: 0,
    queryFn: ({ signal }) => readAnswer(api.audit.$get({ query }, { init: { signal } }), Listed),
  })
}
