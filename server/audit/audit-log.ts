import type { Context } from 'hono'
import type { AuditAction } from '#domain/audit.ts'
import { AUDIT_KEPT_DAYS } from '#domain/limits.ts'
import type { Turbine } from '#domain/turbine.ts'
import { clientAddress } from '#server/access/client-address.ts'
import type { Writer } from '#server/database/database.ts'
import type { Env } from '#server/env.ts'
import { ApiError } from '#server/errors.ts'

/** A new entry of the audit log. */
interface NewAuditEntry {
  action: AuditAction
  /** What it was done to, with a name a person knows it by: the record itself may be gone one day. */
  record: { id: number | string; name: string }
  /** The turbine that the record is or belongs to. */
  turbine?: Pick<Turbine, 'id' | 'turbine_name' | 'code'>
  /** The names of the changed fields. Values are not for the log. */
  changed?: string[]
  /** Who did it, as the transaction found them; undefined where nobody is signed in. */
  by: { id: number; email: string } | undefined
}

/**
 * Writes down who does what to which record, from where. Called in the transaction of the change itself, so that there is
 * never one without the other.
 */
export async function writeAuditEntry(
  transaction: Writer,
  c: Context<Env>,
  entry: NewAuditEntry,
): Promise<void> {
  await insertAuditEntry(transaction, {
    ...entry,
    address: clientAddress(c),
    requestId: c.var.requestId,
  })
}

/**
 * As `writeAuditEntry`, in a transaction of its own, for what happened without a change. On a full disk the entry goes into the
 * process's log instead: the answer stays what it is, and the reserve is not for strangers.
 */
export async function writeAuditEntryIfRoom(c: Context<Env>, entry: NewAuditEntry): Promise<void> {
  try {
    await c.var.services.transactions.run((transaction) => writeAuditEntry(transaction, c, entry))
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'storage_full') throw error
    const { action, record } = entry
    c.var.log.warn({ err: error, action, record }, 'the audit log has no room')
  }
}

/** As `writeAuditEntry`, for what the process does at nobody's request over the network. */
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
    })
    .execute()
}

/** The names of the fields that a change gives another value. */
export function changedFields(before: object, wanted: object): string[] {
  const former = new Map<string, unknown>(Object.entries(before))
  return Object.entries(wanted).flatMap(([name, value]) => (former.get(name) === value ? [] : name))
}

/** Forgets what is older than the privacy page promises. */
export async function deleteOldAuditEntries(db: Writer, now = Date.now()): Promise<void> {
  const oldest = new Date(now - AUDIT_KEPT_DAYS * 24 * 60 * 60 * 1000).toISOString()
  await db.deleteFrom('audit').where('at', '<', oldest).execute()
}
