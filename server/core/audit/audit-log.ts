import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { type AuditAction, type Reassignment, recordKindOf } from '#domain/audit.ts'
import type { RecordedMove } from '#domain/pictures/photo-move.ts'
import type { Turbine } from '#domain/turbine.ts'
import { clientAddress } from '#server/core/access/client-address.ts'
import type { ApiContext } from '#server/core/env.ts'
import { requestLog } from '#server/core/http/log.ts'
import { NO_COMPANY, type Writer } from '#server/infrastructure/database/database.ts'
import { ApiError } from '#server/infrastructure/errors.ts'

/** A new entry of the audit log. */
interface NewAuditEntry {
  action: AuditAction
  /** The record, with a readable name, because it may be deleted later. */
  record: { id: number | string; name: string }
  /** The turbine that the record is or belongs to. */
  turbine?: Pick<Turbine, 'id' | 'turbine_name' | 'code' | 'company_id'> | undefined
  /** The company whose admins read the entry. By default that of the turbine, else of the user or company in the record, else of `by`. */
  companyId?: number | null | undefined
  /** The names of the changed fields. Their values are not logged, except the two below. */
  changed?: string[]
  /** The old and new place of a moved photo. */
  moved?: RecordedMove
  /** The old and new role and company of a user. */
  reassigned?: Reassignment | undefined
  /** The user, as found in the transaction; undefined without a sign-in. */
  by: { id: number; email: string; company_id?: number } | undefined
}

/** Writes an audit entry, in the transaction of the change. */
export async function writeAuditEntry(
  transaction: Writer,
  c: ApiContext,
  entry: NewAuditEntry,
): Promise<void> {
  await writeAuditEntryOfOrder(transaction, originOf(c), entry)
}

/** The origin of a request, for the audit log. Background work keeps it. */
export interface Origin {
  /** The client's address. */
  address: string
  requestId: string
}

export function originOf(c: ApiContext): Origin {
  return { address: clientAddress(c), requestId: c.var.requestId }
}

/** Like `writeAuditEntry`, for background work after the answer. */
export async function writeAuditEntryOfOrder(
  transaction: Writer,
  origin: Origin,
  entry: NewAuditEntry,
): Promise<void> {
  await insertAuditEntry(transaction, { ...entry, ...origin })
}

/**
 * Like `writeAuditEntry`, in its own transaction, for actions that change nothing. On a full or read-only disk the entry goes to the
 * process log, so the answer and the reserve are unaffected.
 */
export async function writeAuditEntryIfSpace(c: ApiContext, entry: NewAuditEntry): Promise<void> {
  try {
    const { db, transactions } = c.var.services
    await transactions.run((transaction) => {
      db.concern(entry.companyId ?? entry.turbine?.company_id ?? entry.by?.company_id ?? NO_COMPANY)
      return writeAuditEntry(transaction, c, entry)
    })
  } catch (error) {
    if (!(error instanceof ApiError) || !['storage_full', 'storage_read_only'].includes(error.code))
      throw error
    const { action, record } = entry
    requestLog(c).warn({ err: error, action, record }, 'an audit entry cannot be stored')
  }
}

/** Like `writeAuditEntry`, for changes without a request, such as those of `npm run user`. */
export async function writeLocalAuditEntry(
  transaction: Writer,
  entry: Omit<NewAuditEntry, 'by'>,
): Promise<void> {
  await insertAuditEntry(transaction, { ...entry, by: undefined, address: 'local', requestId: '' })
}

async function insertAuditEntry(
  db: Writer,
  { by, turbine, ...entry }: NewAuditEntry & { address: string; requestId: string },
): Promise<void> {
  await db
    .insertInto('audit')
    .values({
      at: new Date().toISOString(),
      request_id: entry.requestId,
      address: entry.address,
      user_id: by?.id ?? null,
      user_email: by?.email ?? '',
      action: entry.action,
      record_id: String(entry.record.id),
      record_name: entry.record.name,
      turbine_id: turbine?.id ?? null,
      turbine_name: turbine ? turbine.turbine_name || turbine.code : '',
      changed: JSON.stringify(entry.changed ?? []),
      moved: entry.moved ? JSON.stringify(entry.moved) : null,
      reassigned: entry.reassigned ? JSON.stringify(entry.reassigned) : null,
      company_id: companyOf({ by, turbine, ...entry }),
    })
    .execute()
}

function companyOf({ action, record, turbine, companyId, by }: NewAuditEntry) {
  if (companyId !== undefined) return companyId
  if (turbine !== undefined) return turbine.company_id
  const kind = recordKindOf(action)
  if (kind === 'company') return Number(record.id)
  if (kind === 'user') {
    return sql<number | null>`(select company_id from "user" where id = ${Number(record.id)})`
  }
  return by?.company_id ?? null
}

/**
 * The names of the fields whose value in `wanted` differs from `before`. Without any, a change must have no effect: no audit entry, no new
 * `updated_at`, no mail.
 */
export function changedFields(before: object, wanted: object): string[] {
  const former = new Map<string, unknown>(Object.entries(before))
  return Object.entries(wanted).flatMap(([name, value]) =>
    isDeepStrictEqual(former.get(name), value) ? [] : name,
  )
}
