import { UNFINISHED_STATES } from '#domain/inspections/file-job.ts'
import type { FileJobSubject } from '#server/features/file-jobs/file-job-queries.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'

/** A version of an inspection; null stands for none. */
type VersionOf = Pick<FileJobSubject, 'turbineId' | 'year' | 'version'>

/** The newest version of an inspection that is not withdrawn, or undefined. */
export function findNewestVersion(db: Reader, turbineId: number, year: number) {
  return publishedVersions(db)
    .where('turbine_id', '=', turbineId)
    .where('year', '=', year)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The version of this number that is not withdrawn, or undefined. */
export function findPublishedVersion(db: Reader, { turbineId, year, version }: VersionOf) {
  return publishedVersions(db)
    .where('turbine_id', '=', turbineId)
    .where('year', '=', year)
    .where('version', '=', version)
    .executeTakeFirst()
}

/** Those that are not withdrawn. */
function publishedVersions(db: Reader) {
  return db
    .selectFrom('inspection_version')
    .select(['id', 'version', 'sha256', 'document'])
    .where('withdrawn_at', 'is', null)
}

/** True while a report of the version is in progress, for which a dossier waits. */
export async function awaitsReports(db: Reader, { turbineId, year, version }: VersionOf): Promise<boolean> {
  const report = await db
    .selectFrom('file_job')
    .select('id')
    .where('turbine_id', '=', turbineId)
    .where('year', '=', year)
    .where('version', '=', version)
    .where('kind', '=', 'report')
    .where('state', 'in', UNFINISHED_STATES)
    .limit(1)
    .executeTakeFirst()
  return report !== undefined
}
