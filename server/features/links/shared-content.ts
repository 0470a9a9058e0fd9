import type { Finding } from '#domain/findings/finding.ts'
import { isSolved, turbineState } from '#domain/findings/finding-rules.ts'
import type { SharedContent, SharedFinding } from '#domain/inspections/link.ts'
import { listFindings } from '#server/features/findings/finding-queries.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { idList } from '#server/infrastructure/database/differing-sql.ts'
import { readInGroups } from '#server/infrastructure/database/in-groups.ts'
import { shownAsVersion } from '#server/records/published-rows.ts'
import { type LivingLink, sharedReports } from './link-queries.ts'

/** What the link shows: the newest published version as it was sealed. Every field is named here, so that no other one can appear. */
export async function readSharedContent(db: Reader, link: LivingLink): Promise<SharedContent> {
  const reports = await sharedReports(db, link).orderBy('id', 'desc').execute()
  return {
    id: link.id,
    kind: link.version ? 'inspection' : 'report',
    turbine_name: link.turbine_name || link.code,
    year: link.year,
    expires_at: link.expires_at,
    originals: link.originals === 1,
    ...(await readInspection(db, link)),
    reports: reports.map(({ id, original_filename, file_size_bytes, language }) => ({
      id,
      name: original_filename,
      size: file_size_bytes,
      language,
    })),
  }
}

type OfInspection = Pick<SharedContent, 'state' | 'blade_length' | 'earlier' | 'findings'>

async function readInspection(
  db: Reader,
  { version, turbine_id, year, blade_length }: LivingLink,
): Promise<OfInspection> {
  if (!version) return { state: null, blade_length, earlier: 0, findings: [] }
  const shown = shownAsVersion(db, { id: version.id, turbine_id, year })
  // With the unresolved ones of earlier years, which count for the state as everywhere else.
  const findings = await listFindings(shown, turbine_id, { inspection: year, sightings: 'newest' })
  const own = findings.filter((finding) => finding.year === year)
  const earlier = findings.filter((finding) => finding.year !== year && !isSolved(finding))
  const photos = await listPhotos(db, own)
  return {
    state: turbineState(findings, [year], year),
    blade_length,
    earlier: earlier.length,
    findings: own.map((finding) => asShared(finding, photos)),
  }
}

type Photos = ReadonlyMap<number, { width: number; height: number }>

function asShared(finding: Finding, photos: Photos): SharedFinding {
  const { id, number, blade, side, type, severity, from_m, to_m, positions_m, text, photo_id, shape } =
    finding
  const size = photo_id === null ? undefined : photos.get(photo_id)
  const photo = photo_id === null || !size ? null : { id: photo_id, ...size, shape }
  const is_solved = isSolved(finding)
  return { id, number, blade, side, type, severity, from_m, to_m, positions_m, text, is_solved, photo }
}

async function listPhotos(db: Reader, findings: readonly Finding[]): Promise<Photos> {
  const rows = await readInGroups([...new Set(findings.flatMap(({ photo_id }) => photo_id ?? []))], (group) =>
    db.selectFrom('photo').select(['id', 'width', 'height']).where('id', 'in', idList(db, group)).execute(),
  )
  return new Map(
    rows.flatMap(({ id, width, height }) =>
      width === null || height === null ? [] : [[id, { width, height }] as const],
    ),
  )
}
