import { sql } from 'kysely'
import { FindingFields } from '#domain/findings/finding.ts'
import type { InspectionFields } from '#domain/inspections/inspection.ts'
import type { Turbine } from '#domain/turbine.ts'
import type { Writer } from '#server/infrastructure/database/database.ts'
import { idList } from '#server/infrastructure/database/differing-sql.ts'
import { readInGroups } from '#server/infrastructure/database/in-groups.ts'
import type { Schema } from '#server/infrastructure/database/schema.ts'
import { answerOthers } from '#server/infrastructure/in-turns.ts'
import { listSealedPhotos, type ObservedRow, sealVersion } from './sealed-document.ts'

/** The columns that `finding` and `published_finding` share. A further column of `finding` that is forgotten here is not published. */
const SHARED = [
  'id',
  'turbine_id',
  'serial',
  'user_id',
  'user_name',
  'created_at',
  'updated_at',
  'revision',
  ...(Object.keys(FindingFields.shape) as (keyof FindingFields)[]),
] as const satisfies (keyof Schema['finding'])[]
const COLUMNS = sql.join(SHARED.map((column) => sql.ref(column)))

/** How many findings one statement copies: some milliseconds of work for SQLite, which holds the event loop meanwhile. */
const COPIED_AT_ONCE = 250

interface NewVersion {
  version: number
  reason: string
  unlooked_reason: string
  /** What somebody has saved; null if nobody has. */
  fields: InspectionFields | null
  looked_at: number
}

/** Stores a version with everything that it says, in the transaction that changes the state: both are there or neither. */
export async function publishVersion(
  db: Writer,
  turbine: Pick<Turbine, 'id' | 'turbine_name' | 'code' | 'city'>,
  year: number,
  author: { id: number; first_name: string; last_name: string },
  { version, reason, unlooked_reason, fields, looked_at }: NewVersion,
  published_at = new Date().toISOString(),
): Promise<void> {
  const user = { user_id: author.id, user_name: `${author.first_name} ${author.last_name}` }
  const ids = await findingIds(db, turbine.id, year)
  const findings: ObservedRow[] = await readInGroups(ids, (group) =>
    db.selectFrom('finding').selectAll().where('id', 'in', idList(db, group)).orderBy('id').execute(),
  )
  const photos = await listSealedPhotos(db, turbine.id, year)
  const sealed = await sealVersion(
    db,
    turbine,
    year,
    { version, published_at, user, reason, unlooked_reason, fields },
    findings,
    photos,
  )
  const { id } = await db
    .insertInto('inspection_version')
    .values({
      turbine_id: turbine.id,
      year,
      version,
      published_at,
      ...user,
      reason,
      unlooked_reason,
      fields: fields && JSON.stringify(fields),
      photos: photos.length,
      looked_at,
      ...sealed,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await hideOthers(db, turbine.id, year, ids)
  for (let begin = 0; begin < ids.length; begin += COPIED_AT_ONCE) {
    const group = idList(db, ids.slice(begin, begin + COPIED_AT_ONCE))
    await sql`insert into published_finding (version_id, is_current, ${COLUMNS})
      select ${id}, 1, ${COLUMNS} from finding where id in ${group}`.execute(db)
    await answerOthers()
  }
}

/**
 * Takes the newest version back. The version before it, if there is one that is not withdrawn, is the newest one again.
 *
 * @returns the number of that version; null if there is none
 */
export async function withdrawVersion(
  db: Writer,
  turbineId: number,
  year: number,
  version: number,
  by: { withdrawn_by: string; withdrawn_reason: string },
): Promise<number | null> {
  await db
    .updateTable('inspection_version')
    .set({ ...by, withdrawn_at: new Date().toISOString() })
    .where('turbine_id', '=', turbineId)
    .where('year', '=', year)
    .where('version', '=', version)
    .execute()
  await hideOthers(db, turbineId, year, [])
  const before = await db
    .selectFrom('inspection_version')
    .select(['id', 'version'])
    .where('turbine_id', '=', turbineId)
    .where('year', '=', year)
    .where('withdrawn_at', 'is', null)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!before) return null
  // A finding that was published in another year meanwhile stays there.
  const elsewhere = db
    .selectFrom('published_finding as other')
    .select('other.id')
    .where('other.is_current', '=', 1)
  await db
    .updateTable('published_finding')
    .set({ is_current: 1 })
    .where('version_id', '=', before.id)
    .where('id', 'not in', elsewhere)
    .execute()
  return before.version
}

/** The versions of the year are not current any more, nor are other versions of these findings: a finding is published once. */
async function hideOthers(
  db: Writer,
  turbineId: number,
  year: number,
  ids: readonly number[],
): Promise<void> {
  await db
    .updateTable('published_finding')
    .set({ is_current: 0 })
    .where('turbine_id', '=', turbineId)
    .where('is_current', '=', 1)
    .where((is) => is.or([is('year', '=', year), is('id', 'in', idList(db, ids))]))
    .execute()
}

async function findingIds(db: Writer, turbineId: number, year: number): Promise<number[]> {
  const rows = await db
    .selectFrom('finding')
    .select('id')
    .where('turbine_id', '=', turbineId)
    .where('year', '=', year)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
