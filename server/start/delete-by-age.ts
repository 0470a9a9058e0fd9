import { UNFINISHED_STATES } from '#domain/inspections/file-job.ts'
import { AUDIT_KEPT_DAYS, FILE_JOBS_KEPT_MS, LINK_DAYS_MAX, PARTIAL_UPLOAD_KEPT_MS } from '#domain/limits.ts'
import { NOTIFICATIONS_KEPT_DAYS } from '#domain/notifications.ts'
import { PLACES_KEPT_MS } from '#server/core/access/known-places.ts'
import { KEYS_KEPT_MS } from '#server/core/idempotency/key-queries.ts'
import type { Services } from '#server/features/open-features.ts'
import type { Writer } from '#server/infrastructure/database/database.ts'
import { changeSome, ROWS_AT_ONCE } from '#server/infrastructure/database/in-groups.ts'
import type { Schema } from '#server/infrastructure/database/schema.ts'
import { yieldToEventLoop } from '#server/infrastructure/in-turns.ts'
import { mayDeleteByAge } from './deletion-clock.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Rows that expire. */
interface Kept {
  table: keyof Schema
  /** The column that selects the rows of a batch. */
  key: string
  /** The column with the start of retention. */
  column: string
  /** The retention, in milliseconds. */
  ms: number
  /** Unfinished rows stay. */
  state?: true
  /** Rows of a clock that was ahead by more than `ms` go, too: they would stay for as long. */
  ahead?: true
  /** Rows deleted by one statement; by default `ROWS_AT_ONCE`. */
  atOnce?: number
}

/** Everything that expires, except sessions, which the configuration controls. The privacy page names the age of audit entries. */
const KEPT: readonly Kept[] = [
  { table: 'audit', key: 'id', column: 'at', ms: AUDIT_KEPT_DAYS * DAY_MS },
  { table: 'idempotency_key', key: 'id', column: 'created_at', ms: KEYS_KEPT_MS, ahead: true },
  { table: 'known_place', key: 'seen_at', column: 'seen_at', ms: PLACES_KEPT_MS },
  { table: 'partial_upload', key: 'id', column: 'changed_at', ms: PARTIAL_UPLOAD_KEPT_MS },
  // From their end on.
  { table: 'link', key: 'id', column: 'expires_at', ms: LINK_DAYS_MAX * DAY_MS },
  { table: 'notification', key: 'id', column: 'at', ms: NOTIFICATIONS_KEPT_DAYS * DAY_MS },
  { table: 'photo_archive', key: 'id', column: 'expires_at', ms: 0 },
  {
    table: 'file_job',
    key: 'id',
    column: 'changed_at',
    ms: FILE_JOBS_KEPT_MS,
    state: true,
    ahead: true,
    // A dossier has megabytes.
    atOnce: 10,
  },
]

/**
 * Deletes everything that has expired, if the clock has a witness (`mayDeleteByAge`). Triggers record the rows' files, which `FileRemovals`
 * removes.
 *
 * @param now in milliseconds since 1970
 * @param runningMs the uptime of the process, in milliseconds
 */
export async function deleteByAge(
  services: Services,
  now = Date.now(),
  runningMs = performance.now(),
): Promise<void> {
  if (!(await mayDeleteByAge(services, now, runningMs))) return
  const { db, jobs, sessions, transactions } = services
  await transactions.run((transaction) => sessions.deleteExpired(transaction), 'use reserve')
  // In batches: after months without a server, hundreds of thousands of rows have expired.
  for (const kept of KEPT) {
    const deleteSome = () =>
      transactions.run((transaction) => changeSome(() => deleteGroup(transaction, kept, now)), 'use reserve')
    while (!services.stopping && (await deleteSome())) await yieldToEventLoop()
  }
  await jobs.deleteOldFailed(now)
  await db.counts.deleteEnded(now)
}

/** @returns the number of deleted rows */
async function deleteGroup(
  transaction: Writer,
  { table, key, column, ms, state, ahead, atOnce = ROWS_AT_ONCE }: Kept,
  now: number,
): Promise<number> {
  const [oldest, newest] = [now - ms, now + ms].map((at) => new Date(at).toISOString()) as [string, string]
  // All these columns are texts, so one table's names can stand for all.
  const [from, id, at] = [table as 'file_job', key as 'changed_at', column as 'changed_at']
  const group = transaction
    .selectFrom(from)
    .select(id)
    .where(({ eb, or }) => or([eb(at, '<', oldest), ...(ahead ? [eb(at, '>', newest)] : [])]))
    .$if(state === true, (rows) => rows.where('state', 'not in', UNFINISHED_STATES))
    .limit(atOnce)
  const { numDeletedRows } = await transaction.deleteFrom(from).where(id, 'in', group).executeTakeFirst()
  return Number(numDeletedRows)
}
