import { sql } from 'kysely'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'
import { idList } from '#server/infrastructure/database/differing-sql.ts'
import { answerOthers } from '#server/infrastructure/in-turns.ts'
import { sealIn } from './seal-older-versions.ts'

/** How many photos one statement records: some milliseconds of work for SQLite, which holds the event loop meanwhile. */
const RECORDED_AT_ONCE = 250

/**
 * Notes in the versions of both years which places their photos have there, before the photos are moved: a version says the same afterwards, and
 * what differs from it can be counted. A version of before releases is sealed first.
 *
 * @param photoIds of photos that are still where they were
 * @param years those that the photos leave, and the one that they come to
 */
export async function recordPlaces(
  db: Writer,
  turbineId: number,
  photoIds: readonly number[],
  years: readonly number[],
): Promise<void> {
  for (const { id, is_sealed } of await listVersionsOf(db, turbineId, years)) {
    if (!is_sealed) await sealIn(db, id)
    for (let begin = 0; begin < photoIds.length; begin += RECORDED_AT_ONCE) {
      const group = idList(db, photoIds.slice(begin, begin + RECORDED_AT_ONCE))
      // A photo that was moved before has its row already.
      await sql`insert into moved_photo (version_id, photo_id, is_sealed, category, blade, room)
        select version.id, photo.id,
          case when photo.year = version.year then 1 else 0 end,
          case when photo.year = version.year then photo.category end,
          case when photo.year = version.year then photo.blade end,
          case when photo.year = version.year then photo.room end
        from photo, inspection_version as version
        where version.id = ${id} and photo.id in ${group} and photo.uploaded_at <= version.published_at
        on conflict do nothing`.execute(db)
      await answerOthers()
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
