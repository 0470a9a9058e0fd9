import { UNFINISHED_STATES } from '#domain/file-job.ts'
import { AUDIT_KEPT_DAYS, FILE_JOBS_KEPT_MS, PARTIAL_UPLOAD_KEPT_MS } from '#domain/limits.ts'
import { NOTIFICATIONS_KEPT_DAYS } from '#domain/notifications.ts'
import type { Services } from '#server/core/env.ts'
import { KEYS_KEPT_MS } from '#server/core/idempotency/key-queries.ts'
import { PLACES_KEPT_MS } from '#server/features/auth/known-places.ts'
import type { Writer } from '#server/infrastructure/database/database.ts'
import { changeSome, ROWS_AT_ONCE } from '#server/infrastructure/database/in-groups.ts'
import type { Schema } from '#server/infrastructure/database/schema.ts'
import { answerOthers } from '#server/infrastructure/in-turns.ts'
import { mayDeleteByAge } from './deletion-clock.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Rows that go by their age. */
interface Kept {
  table: keyof Schema
  /** The column that selects the rows of a group. */
  key: string
  /** The column with the time from which they are kept. */
  column: string
  /** How long, in milliseconds. */
  ms: number
  /** Rows that are not finished stay. */
  state?: true
  /** Rows of a clock that was ahead by more than `ms` go, too: they would stay for as long. */
  ahead?: true
  /** How many rows one statement deletes; by default `ROWS_AT_ONCE`. */
  atOnce?: number
}

/** Everything that goes by its age, but sessions: their time depends on the configuration. The privacy page names that of the audit log. */
const KEPT: readonly Kept[] = [
  { table: 'audit', key: 'id', column: 'at', ms: AUDIT_KEPT_DAYS * DAY_MS },
  { table: 'idempotency_key', key: 'id', column: 'created_at', ms: KEYS_KEPT_MS, ahead: true },
  { table: 'known_place', key: 'seen_at', column: 'seen_at', ms: PLACES_KEPT_MS },
  { table: 'partial_upload', key: 'id', column: 'changed_at', ms: PARTIAL_UPLOAD_KEPT_MS },
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
 * Deletes everything that is too old, if the clock has a witness (`mayDeleteByAge`). Triggers note the files of the rows, which `FileRemovals`
 * removes.
 *
 * @param now in milliseconds since 1970
 * @param runningMs how long the process runs, in milliseconds
 */
export async function deleteByAge(
  services: Services,
  now = Date.now(),
  runningMs = performance.now(),
): Promise<void> {
  if (!(await mayDeleteByAge(services, now, runningMs))) return
  const { db, jobs, sessions, transactions } = services
  await transactions.run((transaction) => sessions.deleteExpired(transaction), 'use reserve')
  // In groups: after months without a server, hundreds of thousands of rows are too old.
  for (const kept of KEPT) {
    const deleteSome = () =>
      transactions.run((transaction) => changeSome(() => deleteGroup(transaction, kept, now)), 'use reserve')
    while (!services.stopping && (await deleteSome())) await answerOthers()
  }
  await jobs.deleteOldFailed(now)
  await db.counts.deleteEnded(now)
}

/** @returns how many rows it has deleted */
async function deleteGroup(
  transaction: Writer,
  { table, key, column, ms, state, ahead, atOnce = ROWS_AT_ONCE }: Kept,
  now: number,
): Promise<number> {
  const [oldest, newest] = [now - ms, now + ms].map((at) => new Date(at).toISOString()) as [string, string]
  // All these columns are texts, so that the names of one table can stand for all.
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
