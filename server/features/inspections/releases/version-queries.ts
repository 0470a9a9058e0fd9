import type { Selectable } from 'kysely'
import type { InspectionStepEntry } from '#domain/inspections/state.ts'
import type { InspectionVersion, VersionPerson } from '#domain/inspections/version.ts'
import type { Caller } from '#domain/permissions.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import type { Schema } from '#server/infrastructure/database/schema.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { seesOnlyPublished } from '#server/records/published-rows.ts'
import type { SealedPeople } from './sign-version.ts'

/** The versions of an inspection, newest first. Readers of published data do not see withdrawn ones. */
function visibleVersions(db: Reader, caller: Pick<Caller, 'role'>, turbineId: number, year: number) {
  return db
    .selectFrom('inspection_version')
    .where('turbine_id', '=', turbineId)
    .where('year', '=', year)
    .$if(seesOnlyPublished(caller.role), (query) => query.where('withdrawn_at', 'is', null))
    .orderBy('version', 'desc')
}

export async function listVersions(
  db: Reader,
  caller: Pick<Caller, 'role'>,
  turbineId: number,
  year: number,
): Promise<InspectionVersion[]> {
  return visibleVersions(db, caller, turbineId, year)
    .select([
      'version',
      'published_at',
      'user_name',
      'reason',
      'sha256',
      'report_findings',
      'withdrawn_at',
      'withdrawn_by',
      'withdrawn_reason',
    ])
    .execute()
}

const STORED = [
  'id',
  'turbine_id',
  'year',
  'version',
  'fields',
  'published_at',
  'user_name',
  'reason',
  'unlooked_reason',
  'photos',
  'looked_at',
  'sha256',
  'document',
] as const

/** A version with its rows and its document. */
export type StoredVersion = Pick<Selectable<Schema['inspection_version']>, (typeof STORED)[number]>

/** @throws ApiError `version_not_found` if there is no such visible version */
export async function getVersion(
  db: Reader,
  caller: Pick<Caller, 'role'>,
  turbineId: number,
  year: number,
  version: number,
): Promise<StoredVersion> {
  const row = await visibleVersions(db, caller, turbineId, year)
    .select(STORED)
    .where('version', '=', version)
    .executeTakeFirst()
  if (!row) throw new ApiError('version_not_found')
  return row
}

/** The previous version, or undefined. A withdrawn one counts only for those who see it. */
export async function findVersionBefore(
  db: Reader,
  caller: Pick<Caller, 'role'>,
  turbineId: number,
  year: number,
  version: number,
): Promise<StoredVersion | undefined> {
  return visibleVersions(db, caller, turbineId, year)
    .select(STORED)
    .where('version', '<', version)
    .limit(1)
    .executeTakeFirst()
}

/** The names behind the ids of people in a version, sorted. One older than signatures takes them from its rows until it is signed. */
export async function listPeople(db: Reader, versionId: number): Promise<VersionPerson[]> {
  const { people } = await db
    .selectFrom('inspection_version')
    .select('people')
    .where('id', '=', versionId)
    .executeTakeFirstOrThrow()
  const names =
    people === null ? await namesOfRows(db, versionId) : (JSON.parse(people) as SealedPeople).names
  return names
    .map(([id, name]) => ({ id, name }))
    .sort((a, b) => a.name.localeCompare(b.name, 'tr') || (a.id < b.id ? -1 : 1))
}

async function namesOfRows(db: Reader, versionId: number): Promise<SealedPeople['names']> {
  const [finders, publishers] = [
    db.selectFrom('published_finding').where('version_id', '=', versionId),
    db.selectFrom('inspection_version').where('id', '=', versionId),
  ]
  const rows = await finders
    .select(['person_id', 'user_name'])
    .union(publishers.select(['person_id', 'user_name']))
    .execute()
  return rows.flatMap(({ person_id, user_name }) => (person_id === null ? [] : [[person_id, user_name]]))
}

/** All state changes, newest first. */
export async function listSteps(db: Reader, turbineId: number, year: number): Promise<InspectionStepEntry[]> {
  return db
    .selectFrom('inspection_step')
    .select(['step', 'at', 'user_name', 'reason', 'version'])
    .where('turbine_id', '=', turbineId)
    .where('year', '=', year)
    .orderBy('id', 'desc')
    .execute()
}
