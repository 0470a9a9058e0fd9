import type { InspectionFields } from '#domain/inspections/inspection.ts'
import { isAway } from '#server/core/jobs/away.ts'
import type { CoreServices } from '#server/core/open-core.ts'
import { registerOlderSeals } from '#server/features/signing-keys/seal-queries.ts'
import type { Reader, Writer } from '#server/infrastructure/database/database.ts'
import { idList } from '#server/infrastructure/database/differing-sql.ts'
import { readInGroups } from '#server/infrastructure/database/in-groups.ts'
import { yieldToEventLoop } from '#server/infrastructure/in-turns.ts'
import { EMPTY_FIELDS } from './inspection-work.ts'
import { listSealedPhotos, type ObservedRow, sealVersion } from './sealed-document.ts'
import { sealPeople, signHead, signVersion } from './sign-version.ts'

/**
 * Seals versions older than releases and signs those older than signatures, one after the other. Later versions are sealed and signed on
 * publication. Sealed ones stay, so it resumes after an interruption. A failure is logged and skipped until the next run.
 *
 * @returns how many were sealed or signed
 */
export async function sealOlderVersions(services: CoreServices): Promise<number> {
  const { db, log } = services
  let sealed = 0
  for (let id = await findUnsignedAfter(db.read, 0); id !== undefined; ) {
    if (services.stopping) break
    try {
      await sealOlderVersion(services, id)
      sealed += 1
    } catch (error) {
      if (isAway(error)) throw error
      log.error({ err: error, version: id }, 'an older version cannot be sealed')
    }
    await yieldToEventLoop()
    id = await findUnsignedAfter(db.read, id)
  }
  return sealed
}

/** Seals and signs a version in one transaction: document, SHA-256 and signature, or none. A signed one stays unchanged. */
export async function sealOlderVersion(
  { config, db, transactions }: CoreServices,
  id: number,
): Promise<void> {
  if (!(await findUnsigned(db.read, id))) return
  await transactions.run((transaction) => sealIn(transaction, config.secretsDir, id))
}

/** Seals and signs a version in a transaction, unless it is signed. */
export async function sealIn(db: Writer, secretsDir: string, id: number): Promise<void> {
  const row = await findUnsigned(db, id)
  if (!row) return
  const { turbine_id, year } = row
  const findings = await listPublishedFindings(db, id)
  const previous = (await findPrevious(db, row))?.sha256 ?? null
  const sha256 = row.sha256 ?? (await seal(db, id, row, findings, previous))
  await db
    .updateTable('inspection_version')
    .set({ previous, people: sealPeople([...findings, row]) })
    .where('id', '=', id)
    .execute()
  await signVersion(db, secretsDir, id)
  await signHead(db, secretsDir, turbine_id, year, { version: row.version, sha256 })
  await registerOlderSeals(db)
}

async function seal(
  db: Writer,
  id: number,
  row: UnsignedVersion,
  findings: readonly ObservedRow[],
  previous: string | null,
): Promise<string> {
  const { turbine_id, year, version, published_at, reason, unlooked_reason, looked_at } = row
  const turbine = { id: turbine_id, turbine_name: row.turbine_name, code: row.code, city: row.city }
  const inspection = row.fields === null ? EMPTY_FIELDS : (JSON.parse(row.fields) as InspectionFields)
  // Later ones are not published yet.
  const photos = (await listSealedPhotos(db, turbine_id, year)).filter(
    ({ uploaded_at }) => uploaded_at <= published_at,
  )
  const head = { version, published_at, previous, reason, unlooked_reason, looked_at, inspection }
  const sealed = await sealVersion(
    db,
    turbine,
    year,
    { ...head, person: row.person_id, undecided: null },
    findings,
    photos,
  )
  await db
    .updateTable('inspection_version')
    // Some may have been deleted since the migration counted them.
    .set({ ...sealed, photos: photos.length })
    .where('id', '=', id)
    .execute()
  return sealed.sha256
}

/** The previous version, even if withdrawn. */
export function findPrevious(
  db: Reader,
  { turbine_id, year, version }: Pick<UnsignedVersion, 'turbine_id' | 'year' | 'version'>,
) {
  return db
    .selectFrom('inspection_version')
    .select(['id', 'sha256'])
    .where('turbine_id', '=', turbine_id)
    .where('year', '=', year)
    .where('version', '<', version)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
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

type UnsignedVersion = NonNullable<Awaited<ReturnType<typeof findUnsigned>>>

function findUnsigned(db: Reader, id: number) {
  return db
    .selectFrom('inspection_version')
    .innerJoin('turbine', 'turbine.id', 'inspection_version.turbine_id')
    .select([
      'inspection_version.turbine_id',
      'inspection_version.year',
      'inspection_version.version',
      'inspection_version.published_at',
      'inspection_version.user_name',
      'inspection_version.person_id',
      'inspection_version.reason',
      'inspection_version.unlooked_reason',
      'inspection_version.looked_at',
      'inspection_version.fields',
      'inspection_version.sha256',
      'turbine.turbine_name',
      'turbine.code',
      'turbine.city',
    ])
    .where('inspection_version.id', '=', id)
    .where('inspection_version.signature', 'is', null)
    .where('inspection_version.signed_later', '=', 1)
    .executeTakeFirst()
}

/** The first unsigned version with a greater id. One that has lost its signature is excluded: `verify` reports it. */
async function findUnsignedAfter(db: Reader, id: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('inspection_version')
    .select('id')
    .where('signature', 'is', null)
    .where('signed_later', '=', 1)
    .where('id', '>', id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}
