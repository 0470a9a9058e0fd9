import type { InspectionFields } from '#domain/inspections/inspection.ts'
import type { Services } from '#server/core/env.ts'
import { isAway } from '#server/core/jobs/away.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'
import { idList } from '#server/infrastructure/database/differing-sql.ts'
import { readInGroups } from '#server/infrastructure/database/in-groups.ts'
import { answerOthers } from '#server/infrastructure/in-turns.ts'
import { listSealedPhotos, type ObservedRow, sealVersion } from './sealed-document.ts'

/**
 * Seals the versions of before releases, one after the other. A later version is sealed when it is published. What was sealed stays, so it goes
 * on where it was ended. One that cannot be sealed is logged and left out until the next time.
 *
 * @returns how many were sealed
 */
export async function sealOlderVersions(services: Services): Promise<number> {
  const { db, log } = services
  let sealed = 0
  for (let id = await findUnsealedAfter(db.read, 0); id !== undefined; ) {
    if (services.stopping) break
    try {
      await sealOlderVersion(services, id)
      sealed += 1
    } catch (error) {
      if (isAway(error)) throw error
      log.error({ err: error, version: id }, 'a version of before releases cannot be sealed')
    }
    await answerOthers()
    id = await findUnsealedAfter(db.read, id)
  }
  return sealed
}

/** Seals a version in one transaction, so that it has both document and SHA-256, or none. One that is sealed stays as it is. */
export async function sealOlderVersion({ db, transactions }: Services, id: number): Promise<void> {
  if (!(await findUnsealed(db.read, id))) return
  await transactions.run((transaction) => sealIn(transaction, id))
}

async function sealIn(db: Writer, id: number): Promise<void> {
  const row = await findUnsealed(db, id)
  if (!row) return
  const { turbine_id, year, version, published_at, reason, unlooked_reason } = row
  const turbine = { id: turbine_id, turbine_name: row.turbine_name, code: row.code, city: row.city }
  const fields = row.fields === null ? null : (JSON.parse(row.fields) as InspectionFields)
  // Those that have come since are not published yet.
  const photos = (await listSealedPhotos(db, turbine_id, year)).filter(
    ({ uploaded_at }) => uploaded_at <= published_at,
  )
  const sealed = await sealVersion(
    db,
    turbine,
    year,
    { version, published_at, user: null, reason, unlooked_reason, fields },
    await listPublishedFindings(db, id),
    photos,
  )
  await db
    .updateTable('inspection_version')
    // Some may have been deleted since the migration counted them.
    .set({ ...sealed, photos: photos.length })
    .where('id', '=', id)
    .where('sha256', 'is', null)
    .execute()
}

async function listPublishedFindings(db: Reader, versionId: number): Promise<ObservedRow[]> {
  const ids = await db
    .selectFrom('published_finding')
    .select('id')
    .where('version_id', '=', versionId)
    .orderBy('id')
    .execute()
  return readInGroups(
    ids.map((row) => row.id),
    (group) =>
      db
        .selectFrom('published_finding')
        .selectAll()
        .where('version_id', '=', versionId)
        .where('id', 'in', idList(db, group))
        .orderBy('id')
        .execute(),
  )
}

function findUnsealed(db: Reader, id: number) {
  return db
    .selectFrom('inspection_version')
    .innerJoin('turbine', 'turbine.id', 'inspection_version.turbine_id')
    .select([
      'inspection_version.turbine_id',
      'inspection_version.year',
      'inspection_version.version',
      'inspection_version.published_at',
      'inspection_version.reason',
      'inspection_version.unlooked_reason',
      'inspection_version.fields',
      'turbine.turbine_name',
      'turbine.code',
      'turbine.city',
    ])
    .where('inspection_version.id', '=', id)
    .where('inspection_version.sha256', 'is', null)
    .executeTakeFirst()
}

/** The first version with a greater id that is not sealed. */
async function findUnsealedAfter(db: Reader, id: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('inspection_version')
    .select('id')
    .where('sha256', 'is', null)
    .where('id', '>', id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}
