import { sql } from 'kysely'
import { FindingFields } from '#domain/findings/finding.ts'
import type { Turbine } from '#domain/turbine.ts'
import { readForm } from '#server/features/inspections/read-inspection.ts'
import { countReportFindings } from '#server/features/inspections/report-jobs/report-findings.ts'
import { registerSeals } from '#server/features/signing-keys/seal-queries.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'
import { idList } from '#server/infrastructure/database/differing-sql.ts'
import { readInGroups } from '#server/infrastructure/database/in-groups.ts'
import type { Schema } from '#server/infrastructure/database/schema.ts'
import { yieldToEventLoop } from '#server/infrastructure/in-turns.ts'
import { shownTo } from '#server/records/published-rows.ts'
import { chooseCurrent, currentIds } from './current-rows.ts'
import { fieldsOf } from './inspection-work.ts'
import { findPrevious, sealIn } from './seal-older-versions.ts'
import { listSealedPhotos, type ObservedRow, sealVersion } from './sealed-document.ts'
import { sealPeople, signHead, signVersion } from './sign-version.ts'

/** The columns shared by `finding` and `published_finding`. A new column of `finding` missing here is not published. */
const SHARED = [
  'id',
  'turbine_id',
  'serial',
  'kept_number',
  'user_id',
  'user_name',
  'person_id',
  'created_at',
  'updated_at',
  'revision',
  ...(Object.keys(FindingFields.shape) as (keyof FindingFields)[]),
] as const satisfies (keyof Schema['finding'])[]
const COLUMNS = sql.join(SHARED.map((column) => sql.ref(column)))

/** Findings copied by one statement: some milliseconds in SQLite, which blocks the event loop. */
const COPIED_AT_ONCE = 250

interface NewVersion {
  version: number
  reason: string
  unlooked_reason: string
  /** The number of undecided findings; null without a review. */
  undecided: number | null
}

/**
 * Stores and signs a complete version, in the transaction of the state change. Its form is the saved one, else that from the current
 * photos.
 *
 * @throws ApiError `signing_key_unavailable`
 */
export async function publishVersion(
  db: Writer,
  secretsDir: string,
  turbine: Pick<Turbine, 'id' | 'turbine_name' | 'code' | 'city'>,
  year: number,
  author: { id: number; first_name: string; last_name: string },
  { version, reason, unlooked_reason, undecided }: NewVersion,
  now = new Date().toISOString(),
): Promise<void> {
  const user = { user_id: author.id, user_name: `${author.first_name} ${author.last_name}` }
  const { id: person_id } = await db
    .selectFrom('person')
    .select('id')
    .where('user_id', '=', author.id)
    .executeTakeFirstOrThrow()
  const ids = await findingIds(db, turbine.id, year)
  const findings: ObservedRow[] = await readInGroups(ids, (group) =>
    db.selectFrom('finding').selectAll().where('id', 'in', idList(db, group)).orderBy('id').execute(),
  )
  const photos = await listSealedPhotos(db, turbine.id, year)
  // Excludes later uploads, even by a server whose clock is ahead.
  const published_at = photos.reduce(
    (latest, { uploaded_at }) => (uploaded_at > latest ? uploaded_at : latest),
    now,
  )
  const previous = await findPreviousHash(db, secretsDir, turbine.id, year, version)
  const looked_at = await countInspected(db, turbine.id, year)
  const inspection = fieldsOf(await readForm(db, turbine.id, year))
  const sealed = await sealVersion(
    db,
    turbine,
    year,
    {
      version,
      published_at,
      person: person_id,
      previous,
      reason,
      unlooked_reason,
      looked_at,
      undecided,
      inspection,
    },
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
      person_id,
      reason,
      unlooked_reason,
      fields: JSON.stringify(inspection),
      photos: photos.length,
      looked_at,
      previous,
      people: sealPeople([...findings, { ...user, person_id }]),
      ...sealed,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const before = await currentIds(db, turbine.id, year)
  for (let begin = 0; begin < ids.length; begin += COPIED_AT_ONCE) {
    const group = idList(db, ids.slice(begin, begin + COPIED_AT_ONCE))
    await sql`insert into published_finding (version_id, is_current, ${COLUMNS})
      select ${id}, 0, ${COLUMNS} from finding where id in ${group}`.execute(db)
    await yieldToEventLoop()
  }
  await chooseCurrent(db, turbine.id, [...before, ...ids])
  // The report has what customers read.
  const report_findings = await countReportFindings(shownTo('customer', db), turbine.id, year)
  await db.updateTable('inspection_version').set({ report_findings }).where('id', '=', id).execute()
  await signVersion(db, secretsDir, id)
  await signHead(db, secretsDir, turbine.id, year, { version, sha256: sealed.sha256 })
  // At the end, because other publications wait for it.
  await registerSeals(db, [{ sha256: sealed.sha256, at: now }])
}

/** The SHA-256 of the previous version; null for the first one. An unsealed one older than releases is sealed now. */
async function findPreviousHash(
  db: Writer,
  secretsDir: string,
  turbineId: number,
  year: number,
  version: number,
): Promise<string | null> {
  const of = { turbine_id: turbineId, year, version }
  const before = await findPrevious(db, of)
  if (!before || before.sha256 !== null) return before?.sha256 ?? null
  await sealIn(db, secretsDir, before.id)
  return (await findPrevious(db, of))?.sha256 ?? null
}

async function countInspected(db: Reader, turbineId: number, year: number): Promise<number> {
  const { count } = await db
    .selectFrom('photo')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('turbine_id', '=', turbineId)
    .where('year', '=', year)
    .where('looked_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Withdraws the newest version. The previous version that is not withdrawn becomes the newest.
 *
 * @returns the number of that version, or null
 */
export async function withdrawVersion(
  db: Writer,
  secretsDir: string,
  turbineId: number,
  year: number,
  version: number,
  by: { withdrawn_by: string; withdrawn_reason: string },
): Promise<number | null> {
  const ids = await currentIds(db, turbineId, year)
  const withdrawn_at = new Date().toISOString()
  await db
    .updateTable('inspection_version')
    .set({ ...by, withdrawn_at })
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
  await signHead(db, secretsDir, turbineId, year, { version, withdrawn_at })
  return before?.version ?? null
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
