import { type RawBuilder, sql } from 'kysely'
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

/** How many findings one statement copies or changes: some milliseconds of work for SQLite, which holds the event loop meanwhile. */
const CHANGED_AT_ONCE = 250

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
  now = new Date().toISOString(),
): Promise<void> {
  const user = { user_id: author.id, user_name: `${author.first_name} ${author.last_name}` }
  const ids = await findingIds(db, turbine.id, year)
  const findings: ObservedRow[] = await readInGroups(ids, (group) =>
    db.selectFrom('finding').selectAll().where('id', 'in', idList(db, group)).orderBy('id').execute(),
  )
  const photos = await listSealedPhotos(db, turbine.id, year)
  // What is uploaded later is no part of it, also if the clock of another server is ahead.
  const published_at = photos.reduce(
    (latest, { uploaded_at }) => (uploaded_at > latest ? uploaded_at : latest),
    now,
  )
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
  const hidden = await hideOthers(db, turbine.id, year, ids)
  await changeInGroups(db, ids, (group) =>
    sql`insert into published_finding (version_id, is_current, ${COLUMNS})
      select ${id}, 1, ${COLUMNS} from finding where id in ${group}`.execute(db),
  )
  await showAgain(db, hidden)
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
  const hidden = await hideOthers(db, turbineId, year, [])
  const before = await db
    .selectFrom('inspection_version')
    .select(['id', 'version'])
    .where('turbine_id', '=', turbineId)
    .where('year', '=', year)
    .where('withdrawn_at', 'is', null)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  const ofBefore = before ? await publishedIds(db, before.id) : []
  await showAgain(db, [...new Set([...hidden, ...ofBefore])])
  return before?.version ?? null
}

/**
 * The versions of the year are not current any more, nor are other versions of these findings: a finding is published once.
 *
 * @returns the findings of the versions of the year that were current
 */
async function hideOthers(
  db: Writer,
  turbineId: number,
  year: number,
  ids: readonly number[],
): Promise<number[]> {
  const current = await db
    .selectFrom('published_finding')
    .select('id')
    .where('turbine_id', '=', turbineId)
    .where('year', '=', year)
    .where('is_current', '=', 1)
    .execute()
  const hidden = current.map(({ id }) => id)
  await changeInGroups(db, [...new Set([...hidden, ...ids])], (group) =>
    db
      .updateTable('published_finding')
      .set({ is_current: 0 })
      .where('id', 'in', group)
      .where('is_current', '=', 1)
      .execute(),
  )
  return hidden
}

/**
 * Those of these findings that are not current any more are current again in the version in which they were published last, of those that are the
 * newest ones of their years: a finding that was moved to another year is a part of the newest version of its former year as well.
 */
async function showAgain(db: Writer, ids: readonly number[]): Promise<void> {
  await changeInGroups(db, ids, async (group) => {
    const hidden = await db
      .selectFrom('published_finding')
      .select('id')
      .where('id', 'in', group)
      .groupBy('id')
      .having(({ fn, eb }) => eb(fn.max('is_current'), '=', 0))
      .execute()
    const left = idList(
      db,
      hidden.map(({ id }) => id),
    )
    await sql`update published_finding set is_current = 1
      where id in ${left}
      and version_id = (select max(there.version_id) from published_finding as there
        join inspection_version as version on version.id = there.version_id
        where there.id = published_finding.id and version.withdrawn_at is null
        and not exists (select 1 from inspection_version as later
          where later.turbine_id = version.turbine_id and later.year = version.year
          and later.version > version.version and later.withdrawn_at is null))`.execute(db)
  })
}

/** @param change changes the rows of a group of these findings. Other requests are answered in between. */
async function changeInGroups(
  db: Writer,
  ids: readonly number[],
  change: (group: RawBuilder<number>) => Promise<unknown>,
): Promise<void> {
  for (let begin = 0; begin < ids.length; begin += CHANGED_AT_ONCE) {
    await change(idList(db, ids.slice(begin, begin + CHANGED_AT_ONCE)))
    await answerOthers()
  }
}

async function publishedIds(db: Writer, versionId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('published_finding')
    .select('id')
    .where('version_id', '=', versionId)
    .execute()
  return rows.map(({ id }) => id)
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
