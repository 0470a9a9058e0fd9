import { UNFINISHED_STATES } from '#domain/inspections/report-job.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import type { DossierSubject } from './dossier-job-queries.ts'

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
export function findPublishedVersion(db: Reader, turbineId: number, year: number, version: number) {
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
export async function awaitsReports(db: Reader, versionId: number): Promise<boolean> {
  const report = await db
    .selectFrom('report_job')
    .innerJoin('inspection_version', (join) =>
      join
        .onRef('inspection_version.turbine_id', '=', 'report_job.turbine_id')
        .onRef('inspection_version.year', '=', 'report_job.year')
        .onRef('inspection_version.version', '=', 'report_job.inspection_version'),
    )
    .select('report_job.id')
    .where('inspection_version.id', '=', versionId)
    .where('report_job.state', 'in', UNFINISHED_STATES)
    .limit(1)
    .executeTakeFirst()
  return report !== undefined
}

/** The version of a dossier job. Undefined after its withdrawal, or its turbine's deletion. */
export function findOrderedVersion(db: Reader, { versionId }: DossierSubject) {
  return publishedVersions(db).where('id', '=', versionId).executeTakeFirst()
}
