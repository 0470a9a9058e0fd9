import { SEVERITIES, type Severity } from '#domain/findings/finding-type.ts'
import type { Inspection } from '#domain/inspection.ts'
import type { SphereArea } from '#domain/panorama.ts'
import type { Turbine } from '#domain/turbine.ts'
import type { Services } from '#server/core/env.ts'
import { listFindings } from '#server/features/findings/finding-queries.ts'
import { DEADLINES } from '#server/features/findings/finding-types.ts'
import type { ReportData } from '#server/features/inspections/description/report-data.ts'
import { readPanorama } from '#server/features/photos/panorama.ts'
import { listPhotos } from '#server/features/photos/photo-queries.ts'
import { refuseIfGone } from '#server/infrastructure/errors.ts'
import { SERVER_ITSELF } from '#server/infrastructure/fair-queue.ts'
import { findInspection } from './inspection-queries.ts'
import { suggestInspection } from './suggest-inspection.ts'

/** The inspection of a year: as it is saved, else as its photos suggest. @param signal of the request */
export async function readInspection(
  services: Services,
  turbine: Turbine,
  year: number,
  signal: AbortSignal | undefined,
): Promise<Inspection> {
  const read = services.db.readFor(SERVER_ITSELF, signal)
  const saved = await findInspection(read, turbine.id, year)
  if (saved) return saved
  const photos = await listPhotos(read, turbine.id, { view: 'all', year })
  return suggestInspection(services, turbine.id, year, photos)
}

/** Reads what a report is made from. @param signal of the request; ends the reading of files when its client has gone */
export async function gatherReport(
  services: Services,
  turbine: Turbine,
  year: number,
  signal?: AbortSignal,
): Promise<Omit<ReportData, 'version' | 'author'>> {
  const read = services.db.readFor(SERVER_ITSELF, signal)
  const readAt = new Date().toISOString()
  const [inspection, all, photos, deadlines] = await Promise.all([
    readInspection(services, turbine, year, signal),
    listFindings(read, turbine.id, {}),
    listPhotos(read, turbine.id, { view: 'all' }),
    readDeadlines(services, turbine),
  ])
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
  return { turbine, inspection, readAt, findings, photos, spheres, deadlines }
}

/** The months until a finding is due in the company of the turbine, by severity. */
async function readDeadlines({ db }: Services, turbine: Turbine): Promise<Map<Severity, number | null>> {
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
