import type { Context } from 'hono'
import { AUDIT_KEPT_DAYS } from '#domain/limits.ts'
import type { Action } from '#domain/permissions.ts'
import { clientAddress } from '#server/auth/client-address.ts'
import type { Writer } from '#server/database/database.ts'
import type { Env } from '#server/env.ts'
import { ApiError } from '#server/errors.ts'

interface Deed {
  action: Action | 'session.refuse' | 'password.refuse'
  /** What it was done to, with a name a person knows it by: the record itself may be gone one day. */
  record: { id: number | string; name: string }
  /** The names of the changed fields. Values are not for the log. */
  changed?: string[]
  /** Who did it, where that is not the viewer of the request. */
  by?: { id: number; email: string }
}

/**
 * Notes who does what to which record, from where. Called in the transaction of the change itself, so that there is
 * never one without the other.
 */
export async function noteDeed(transaction: Writer, c: Context<Env>, deed: Deed): Promise<void> {
  await insertDeed(transaction, {
    ...deed,
    by: deed.by ?? c.var.viewer,
    address: clientAddress(c),
    requestId: c.var.requestId,
  })
}

/**
 * As `noteDeed`, in a transaction of its own, for what happened without a change. On a full disk the entry goes into the
 * process's log instead: the answer stays what it is, and the reserve is not for strangers.
 */
export async function noteDeedIfRoom(c: Context<Env>, deed: Deed): Promise<void> {
  try {
    await c.var.services.transactions.run((transaction) => noteDeed(transaction, c, deed))
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'storage_full') throw error
    const { action, record } = deed
    c.var.log.warn({ err: error, action, record }, 'the audit log has no room')
  }
}

/** As `noteDeed`, for what the process does at nobody's request over the network. */
export async function noteLocalDeed(transaction: Writer, deed: Deed): Promise<void> {
  await insertDeed(transaction, { ...deed, address: 'local', requestId: '' })
}

async function insertDeed(db: Writer, deed: Deed & { address: string; requestId: string }): Promise<void> {
  await db
    .insertInto('audit')
    .values({
      at: new Date().toISOString(),
      request_id: deed.requestId,
      address: deed.address,
      user_id: deed.by?.id ?? null,
      user_email: deed.by?.email ?? '',
      action: deed.action,
      record_id: String(deed.record.id),
      record_name: deed.record.name,
      changed: JSON.stringify(deed.changed ?? []),
    })
    .execute()
}

/** The names of the fields that a change gives another value. */
export function changedFields(before: object, wanted: object): string[] {
  const former = new Map<string, unknown>(Object.entries(before))
  return Object.entries(wanted).flatMap(([name, value]) => (former.get(name) === value ? [] : name))
}

/** Forgets what is older than the privacy page promises. */
export async function deleteOldDeeds(db: Writer, now = Date.now()): Promise<void> {
  const oldest = new Date(now - AUDIT_KEPT_DAYS * 24 * 60 * 60 * 1000).toISOString()
  await db.deleteFrom('audit').where('at', '<', oldest).execute()
}
