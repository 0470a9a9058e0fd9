import { sql } from 'kysely'
import { FindingFields } from '#domain/findings/finding.ts'
import type { InspectionFields } from '#domain/inspections/inspection.ts'
import type { Turbine } from '#domain/turbine.ts'
import { countReportFindings } from '#server/features/inspections/report-jobs/report-job-queries.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'
import { idList } from '#server/infrastructure/database/differing-sql.ts'
import { readInGroups } from '#server/infrastructure/database/in-groups.ts'
import { shownTo } from '#server/infrastructure/database/published-rows.ts'
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
  const before = await currentIds(db, turbine.id, year)
  for (let begin = 0; begin < ids.length; begin += CHANGED_AT_ONCE) {
    const group = idList(db, ids.slice(begin, begin + CHANGED_AT_ONCE))
    await sql`insert into published_finding (version_id, is_current, ${COLUMNS})
      select ${id}, 0, ${COLUMNS} from finding where id in ${group}`.execute(db)
    await answerOthers()
  }
  await chooseCurrent(db, turbine.id, [...before, ...ids])
  // The report has what customers read.
  const report_findings = await countReportFindings(shownTo('customer', db), turbine.id, year)
  await db.updateTable('inspection_version').set({ report_findings }).where('id', '=', id).execute()
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
  const ids = await currentIds(db, turbineId, year)
  await db
    .updateTable('inspection_version')
    .set({ ...by, withdrawn_at: new Date().toISOString() })
    .where('turbine_id', '=', turbineId)
    .where('year', '=', year)
    .where('version', '=', version)
    .execute()
  const before = await db
    .selectFrom('inspection_version')
    .select(['id', 'version'])
    .where('turbine_id', '=', turbineId)
    .where('year', '=', year)
    .where('withdrawn_at', 'is', null)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  const again = before ? await versionIds(db, before.id) : []
  await chooseCurrent(db, turbineId, [...ids, ...again])
  return before?.version ?? null
}

/**
 * Says of each of these findings in which version customers read it: of the newest versions of the years that are not withdrawn, the one that was
 * published last. A finding that was moved to another year is in those of both years until the first one is published again, and is shown once.
 */
async function chooseCurrent(db: Writer, turbineId: number, findings: readonly number[]): Promise<void> {
  const newest = await newestVersions(db, turbineId)
  const ids = [...new Set(findings)]
  for (let begin = 0; begin < ids.length; begin += CHANGED_AT_ONCE) {
    const group = idList(db, ids.slice(begin, begin + CHANGED_AT_ONCE))
    const isShown = sql<number>`case when version_id = (select max(other.version_id) from published_finding as other
      where other.id = published_finding.id and other.version_id in ${idList(db, newest)}) then 1 else 0 end`
    await sql`update published_finding set is_current = ${isShown}
      where id in ${group} and is_current <> ${isShown}`.execute(db)
    await answerOthers()
  }
}

/** The newest version of each year that is not withdrawn. Its id is greater than those of the versions that were published before it. */
async function newestVersions(db: Reader, turbineId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('inspection_version')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('turbine_id', '=', turbineId)
    .where('withdrawn_at', 'is', null)
    .groupBy('year')
    .execute()
  return rows.map(({ id }) => id)
}

/** The findings of a year that customers read now. */
async function currentIds(db: Reader, turbineId: number, year: number): Promise<number[]> {
  const rows = await db
    .selectFrom('published_finding')
    .select('id')
    .where('turbine_id', '=', turbineId)
    .where('year', '=', year)
    .where('is_current', '=', 1)
    .execute()
  return rows.map(({ id }) => id)
}

async function versionIds(db: Reader, versionId: number): Promise<number[]> {
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
