import { randomBytes } from 'node:crypto'
import { PARTIAL_UPLOAD_KEPT_MS } from '#domain/limits.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'
import { refuseViolation } from '#server/infrastructure/database/refuse-violation.ts'
import { ApiError } from '#server/infrastructure/errors.ts'

/** An upload whose file arrives in parts. */
export interface PartialUpload {
  id: string
  metadata: Record<string, string | null>
  /** Bytes of the whole file. */
  length: number
  /** Bytes safely on disk; `length` only once the record of the file is stored. */
  received: number
  isKept: boolean
}

/** The owner of a partial upload. */
interface OwnerIds {
  user_id: number
  turbine_id: number
}

/** An unguessable id. */
export function newUploadId(): string {
  return randomBytes(24).toString('hex')
}

/** @throws ApiError `turbine_not_found` if the turbine was deleted */
export async function insertPartialUpload(
  db: Writer,
  { id, length, metadata }: Pick<PartialUpload, 'id' | 'length' | 'metadata'>,
  owner: OwnerIds,
): Promise<void> {
  const row = { id, ...owner, length, metadata: JSON.stringify(metadata), changed_at: nowText() }
  await refuseViolation('foreign key', 'turbine_not_found', () =>
    db.insertInto('partial_upload').values(row).execute(),
  )
}

/** @throws ApiError `upload_not_found`, also for uploads of other users and other turbines */
export async function getPartialUpload(db: Reader, id: string, owner: OwnerIds): Promise<PartialUpload> {
  const row = await db
    .selectFrom('partial_upload')
    .select(['id', 'metadata', 'length', 'received', 'is_kept'])
    .where('id', '=', id)
    .where('user_id', '=', owner.user_id)
    .where('turbine_id', '=', owner.turbine_id)
    .where('changed_at', '>', oldestText())
    .executeTakeFirst()
  if (!row) throw new ApiError('upload_not_found')
  const { is_kept, metadata, ...rest } = row
  return { ...rest, metadata: JSON.parse(metadata), isKept: is_kept === 1 }
}

/** The unfinished uploads: the user's number, and the bytes that all users have announced and not yet sent. */
export async function countUnfinished(db: Reader, userId: number): Promise<{ own: number; bytes: number }> {
  const unfinished = db
    .selectFrom('partial_upload')
    .where('is_kept', '=', 0)
    .where('changed_at', '>', oldestText())
  const { bytes } = await unfinished
    .select(({ fn, eb }) => fn.sum<number | null>(eb('length', '-', eb.ref('received'))).as('bytes'))
    .executeTakeFirstOrThrow()
  const { own } = await unfinished
    .where('user_id', '=', userId)
    // Uploads begun while the clock was ahead must not count longer than others.
    .where('changed_at', '<=', nowText())
    .select(({ fn }) => fn.countAll<number>().as('own'))
    .executeTakeFirstOrThrow()
  return { own, bytes: bytes ?? 0 }
}

export async function setReceived(db: Writer, id: string, received: number): Promise<void> {
  await db
    .updateTable('partial_upload')
    .set({ received, changed_at: nowText() })
    .where('id', '=', id)
    .execute()
}

/** Marks the upload as complete, in the transaction that inserts the record of its file. */
export async function markKept(db: Writer, { id, length }: PartialUpload): Promise<void> {
  await db
    .updateTable('partial_upload')
    .set({ received: length, is_kept: 1, changed_at: nowText() })
    .where('id', '=', id)
    .execute()
}

export async function deletePartialUpload(db: Writer, id: string): Promise<void> {
  await db.deleteFrom('partial_upload').where('id', '=', id).execute()
}

/** The ids of all uploads, also of ended ones. */
export async function listUploadIds(db: Reader): Promise<Set<string>> {
  const rows = await db.selectFrom('partial_upload').select('id').execute()
  return new Set(rows.map(({ id }) => id))
}

function nowText(): string {
  return new Date().toISOString()
}

function oldestText(now = Date.now()): string {
  return new Date(now - PARTIAL_UPLOAD_KEPT_MS).toISOString()
}
