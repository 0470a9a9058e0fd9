import type { FieldAuthor } from '#domain/answer.ts'
import type { AuditAction } from '#domain/audit.ts'
import type { ApiContext } from '#server/core/env.ts'
import { matchesRevision } from '#server/core/http/takes-revision.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'
import { ApiError } from '#server/infrastructure/errors.ts'

/** The number of newest changes searched for the author of a field. */
const CHANGES_READ = 50

interface Current {
  /** The action that changes such a record. */
  action: AuditAction
  /** The id in the audit log; undefined for an unsaved record. */
  id: number | undefined
  /** The current record, as the call answers it. */
  data: { revision: number }
}

/**
 * Refuses a change of a record that has changed since the client read it. Called in the writing transaction.
 *
 * @throws ApiError `stale_revision` with the current record, and the authors of its fields
 */
export async function refuseStale(
  transaction: Writer,
  c: ApiContext,
  { action, id, data }: Current,
): Promise<void> {
  if (matchesRevision(c.req.header('If-Match'), data.revision)) return
  const authors = id === undefined ? [] : await listAuthors(transaction, action, id)
  throw new ApiError('stale_revision', { details: { data, authors } })
}

/** The last author of each field, as far as the audit log knows. */
async function listAuthors(db: Reader, action: AuditAction, id: number): Promise<FieldAuthor[]> {
  const entries = await db
    .selectFrom('audit')
    .leftJoin('user', 'user.id', 'audit.user_id')
    .select(['audit.changed', 'audit.at', 'user.first_name', 'user.last_name'])
    .where('audit.record_id', '=', String(id))
    .where('audit.action', '=', action)
    .orderBy('audit.at', 'desc')
    .orderBy('audit.id', 'desc')
    .limit(CHANGES_READ)
    .execute()
  const authors = new Map<string, FieldAuthor>()
  for (const { changed, at, first_name, last_name } of entries) {
    const user_name = `${first_name ?? ''} ${last_name ?? ''}`.trim()
    for (const field of JSON.parse(changed) as string[]) {
      if (!authors.has(field)) authors.set(field, { field, user_name, at })
    }
  }
  return [...authors.values()]
}
