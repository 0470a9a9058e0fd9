import { sql } from 'kysely'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'
import { idList } from '#server/infrastructure/database/differing-sql.ts'
import { yieldToEventLoop } from '#server/infrastructure/in-turns.ts'
import { sealIn } from './seal-older-versions.ts'

/** Photos recorded by one statement: some milliseconds in SQLite, which blocks the event loop. */
const RECORDED_AT_ONCE = 250

/**
 * Records the places of photos in the versions of both years, before a move: the versions stay the same, and differences can be counted. A
 * version older than releases is sealed first.
 *
 * @param photoIds of photos before their move
 * @param years those that the photos leave, and the one that they come to
 */
export async function recordPlaces(
  db: Writer,
  secretsDir: string,
  turbineId: number,
  photoIds: readonly number[],
  years: readonly number[],
): Promise<void> {
  for (const { id, is_sealed } of await listVersionsOf(db, turbineId, years)) {
    if (!is_sealed) await sealIn(db, secretsDir, id)
    for (let begin = 0; begin < photoIds.length; begin += RECORDED_AT_ONCE) {
      const group = idList(db, photoIds.slice(begin, begin + RECORDED_AT_ONCE))
      // A photo moved before already has its row.
      await sql`insert into moved_photo (version_id, photo_id, is_sealed, category, blade, room)
        select version.id, photo.id,
          case when photo.year = version.year then 1 else 0 end,
          case when photo.year = version.year then photo.category end,
          case when photo.year = version.year then photo.blade end,
          case when photo.year = version.year then photo.room end
        from photo, inspection_version as version
        where version.id = ${id} and photo.id in ${group} and photo.uploaded_at <= version.published_at
        on conflict do nothing`.execute(db)
      await yieldToEventLoop()
    }
  }
}

async function listVersionsOf(db: Reader, turbineId: number, years: readonly number[]) {
  const rows = await db
    .selectFrom('inspection_version')
    .select(['id', 'sha256'])
    .where('turbine_id', '=', turbineId)
    .where('year', 'in', [...new Set(years)])
    .orderBy('id')
    .execute()
  return rows.map(({ id, sha256 }) => ({ id, is_sealed: sha256 !== null }))
}
