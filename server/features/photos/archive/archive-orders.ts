import { randomBytes } from 'node:crypto'
import { ARCHIVE_ADDRESS_MS } from '#domain/limits.ts'
import type { Language } from '#domain/text/language.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'
import { ApiError } from '#server/infrastructure/errors.ts'

/** The photos of a ZIP order. */
export interface ArchiveOrder {
  userId: number
  turbineId: number
  photoIds: readonly number[]
  /** The language of the texts in the ZIP. */
  language: Language
  /** The turbine's name in the ZIP. A later name would change the size. */
  turbineName: string
  /** The length of the ZIP, in bytes. */
  size: number
}

/** Maximum stored orders of one user. One with 10,000 photos takes about 80 kB. */
const ORDERS_PER_USER = 5
/** 192 random bits cannot be guessed. */
const ID_BYTES = 24

/**
 * Stores an order, so that every server can answer its address. Deletes the user's oldest above the limit.
 *
 * @returns the id of the order, which is a part of its address
 */
export async function insertOrder(
  db: Writer,
  { userId, turbineId, photoIds, language, turbineName, size }: ArchiveOrder,
): Promise<string> {
  const id = randomBytes(ID_BYTES).toString('base64url')
  const expiresAt = new Date(Date.now() + ARCHIVE_ADDRESS_MS).toISOString()
  await deleteOldestOrders(db, userId)
  await db
    .insertInto('photo_archive')
    .values({
      id,
      user_id: userId,
      turbine_id: turbineId,
      photo_ids: JSON.stringify(photoIds),
      language,
      turbine_name: turbineName,
      size,
      expires_at: expiresAt,
    })
    .execute()
  return id
}

/** @throws ApiError `archive_not_found` if it is missing, expired, or another user's */
export async function getOrder(
  db: Reader,
  id: string,
  userId: number,
): Promise<ArchiveOrder & { expiresAt: string }> {
  const row = await db
    .selectFrom('photo_archive')
    .select(['turbine_id', 'photo_ids', 'language', 'turbine_name', 'size', 'expires_at'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('expires_at', '>', new Date().toISOString())
    .executeTakeFirst()
  if (!row) throw new ApiError('archive_not_found')
  return {
    userId,
    turbineId: row.turbine_id,
    photoIds: JSON.parse(row.photo_ids),
    language: row.language,
    turbineName: row.turbine_name,
    size: row.size,
    expiresAt: row.expires_at,
  }
}

/** Makes room for one more order of the user. */
async function deleteOldestOrders(db: Writer, userId: number): Promise<void> {
  // Orders stored while the clock was far ahead would displace new ones. The clocks of several servers differ a little.
  const latest = new Date(Date.now() + 2 * ARCHIVE_ADDRESS_MS).toISOString()
  const kept = db
    .selectFrom('photo_archive')
    .select('id')
    .where('user_id', '=', userId)
    .where('expires_at', '<=', latest)
    .orderBy('expires_at', 'desc')
    .orderBy('id')
    .limit(ORDERS_PER_USER - 1)
  await db.deleteFrom('photo_archive').where('user_id', '=', userId).where('id', 'not in', kept).execute()
}
