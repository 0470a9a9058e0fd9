import { SEVERITIES, type Severity } from '#domain/findings/finding-type.ts'
import type { SphereArea } from '#domain/pictures/panorama.ts'
import type { Turbine } from '#domain/turbine.ts'
import type { CoreServices } from '#server/core/open-core.ts'
import { listFindings } from '#server/features/findings/finding-queries.ts'
import { DEADLINES } from '#server/features/findings/finding-types.ts'
import type { ReportData } from '#server/features/inspections/description/report-data.ts'
import { readPanorama } from '#server/features/photos/panorama.ts'
import { listPhotos } from '#server/features/photos/photo-queries.ts'
import type { Reader, ReadingUser } from '#server/infrastructure/database/database.ts'
import { refuseIfGone } from '#server/infrastructure/errors.ts'
import { readInspection } from './read-inspection.ts'
import { openVersion } from './version-of-report.ts'

/**
 * Reads the data of a report, in the turns of its requester. An accepted job is not refused, whatever else of the user waits. The report of
 * a version gets its content, whatever has changed since; a draft gets the team's current view.
 *
 * @param signal of the work; ends the reading when the report is no longer wanted
 * @throws ApiError `version_not_found` if the version was withdrawn
 */
export async function gatherReport(
  services: CoreServices,
  orderer: ReadingUser,
  turbine: Turbine,
  { year, inspectionVersion }: { year: number; inspectionVersion: number | null },
  signal: AbortSignal,
): Promise<Omit<ReportData, 'version' | 'author'>> {
  const read = services.db.readFor(orderer, signal)
  const readAt = new Date().toISOString()
  const source =
    inspectionVersion === null ? undefined : await openVersion(read, turbine, year, inspectionVersion)
  const [all, allPhotos, deadlines, before] = await Promise.all([
    listFindings(source?.db ?? read, turbine.id, {}),
    listPhotos(read, turbine.id, { view: 'all' }),
    readDeadlines(services, turbine),
    findYearBefore(read, turbine.id, year),
  ])
  const photos = source?.pick(allPhotos) ?? allPhotos
  const caller = { role: orderer.role ?? 'superadmin' } as const
  const inspection = source
    ? await source.readInspection()
    : await readInspection(read, caller, turbine, year)
  const findings = all.filter((finding) => finding.year <= year)
  const onSpheres = new Set(
    findings.flatMap(({ shape, photo_id }) => (shape?.on === 'sphere' ? photo_id : [])),
  )
  const spheres = new Map<number, SphereArea>()
  for (const photo of photos.filter(({ id, width }) => width !== null && onSpheres.has(id))) {
    refuseIfGone(signal)
    const { sphere } = await readPanorama(read, photo)
    if (sphere) spheres.set(photo.id, sphere)
  }
  const release = source?.release ?? null
  return { turbine, inspection, release, before, readAt, findings, photos, spheres, deadlines }
}

/** The year of the published inspection before. */
async function findYearBefore(db: Reader, turbineId: number, year: number): Promise<number | null> {
  const row = await db
    .selectFrom('inspection_work')
    .select(({ fn }) => fn.max('year').as('year'))
    .where('turbine_id', '=', turbineId)
    .where('year', '<', year)
    .where('published_version', 'is not', null)
    .executeTakeFirst()
  return row?.year ?? null
}

/** The months until a finding is due in the turbine's company, by severity. */
async function readDeadlines({ db }: CoreServices, turbine: Turbine): Promise<Map<Severity, number | null>> {
  const company = await db.read
    .selectFrom('company')
    .select(['deadline_2_months', 'deadline_3_months', 'deadline_4_months', 'deadline_5_months'])
    .where('id', '=', turbine.company_id)
    .executeTakeFirst()
  const own = [
    null,
    company?.deadline_2_months,
    company?.deadline_3_months,
    company?.deadline_4_months,
    company?.deadline_5_months,
  ]
  return new Map(
    SEVERITIES.map((severity, index) => {
      const standard = DEADLINES.find((each) => each.severity === severity)?.months ?? null
      return [severity, own[index] ?? standard]
    }),
  )
}
