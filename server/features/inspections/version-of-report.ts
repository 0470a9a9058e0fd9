import { type Inspection, type InspectionFields, reportedVersion } from '#domain/inspections/inspection.ts'
import type { Caller } from '#domain/permissions.ts'
import type { Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import type { ReportedVersion } from '#server/features/inspections/description/report-data.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { shownAsVersion } from '#server/records/published-rows.ts'
import { asWork, BEFORE_RELEASES, findWork } from './releases/inspection-work.ts'
import { listChangesOfVersion } from './releases/list-changes.ts'
import type { SealedDocument } from './releases/sealed-document.ts'
import { findVersionBefore, getVersion, type StoredVersion } from './releases/version-queries.ts'
import { suggestInspection } from './suggest-inspection.ts'

/** Reports of versions are for customers, too: they name only versions that are not withdrawn. */
const READER: Pick<Caller, 'role'> = { role: 'customer' }

/** The newest version of an inspection if nothing has changed since, else null. */
export async function findVersionOfNow(
  db: Reader,
  caller: Pick<Caller, 'role'>,
  turbineId: number,
  year: number,
): Promise<number | null> {
  const row = await findWork(db, turbineId, year)
  return row ? reportedVersion(asWork(caller, row)) : null
}

/** @throws ApiError `version_not_found` if there is no such version, or if it was withdrawn */
export async function requireVersion(
  db: Reader,
  turbineId: number,
  year: number,
  number: number,
): Promise<number> {
  return (await getVersion(db, READER, turbineId, year, number)).version
}

/** The data of a version's report. */
export interface VersionSource {
  /** Finds the findings of the version. */
  db: Reader
  release: ReportedVersion
  /** Selects the version's photos from those of its turbine; those of other years stay. */
  pick(photos: readonly Photo[]): Photo[]
  readInspection(): Promise<Inspection>
}

/** @throws ApiError `version_not_found` if there is no such version, or if it was withdrawn */
export async function openVersion(
  db: Reader,
  turbine: Turbine,
  year: number,
  number: number,
): Promise<VersionSource> {
  const version = await getVersion(db, READER, turbine.id, year, number)
  const before = await findVersionBefore(db, READER, turbine.id, year, number)
  const { published_at, reason, document } = version
  const sealed = document === null ? undefined : (JSON.parse(document) as SealedDocument)
  const changes = await listChangesOfVersion(db, version, before)
  return {
    db: shownAsVersion(db, version),
    release: {
      version: number,
      published_at,
      reason,
      undecided: sealed?.undecided ?? null,
      before: before?.version ?? null,
      changes,
    },
    pick: (photos) => pickPhotos(photos, version, sealed),
    readInspection: () => readInspectionOf(db, turbine, version),
  }
}

/** Photos have their places as of the publication, even if moved since. One deleted since is omitted. */
function pickPhotos(
  photos: readonly Photo[],
  { year, published_at }: StoredVersion,
  sealed: SealedDocument | undefined,
): Photo[] {
  if (!sealed) return photos.filter((photo) => photo.year !== year || photo.upload_date <= published_at)
  const places = new Map(
    sealed.photos.map(({ id, category, blade, room, month }) => [
      id,
      { category, blade, room, month, year } as Pick<Photo, 'category' | 'blade' | 'room' | 'month' | 'year'>,
    ]),
  )
  return photos.flatMap((photo) => {
    const place = places.get(photo.id)
    if (place) return [{ ...photo, ...place }]
    return photo.year === year ? [] : [photo]
  })
}

async function readInspectionOf(db: Reader, turbine: Turbine, version: StoredVersion): Promise<Inspection> {
  const { year, published_at, unlooked_reason, user_name } = version
  const fields: InspectionFields =
    version.fields === null
      ? await suggestInspection(db, turbine.id, year, version)
      : JSON.parse(version.fields)
  const findings = await shownAsVersion(db, version)
    .selectFrom('finding')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('turbine_id', '=', turbine.id)
    .where('year', '=', year)
    .executeTakeFirstOrThrow()
  return {
    ...fields,
    turbine_id: turbine.id,
    year,
    updated_at: published_at,
    revision: 0,
    state: 'published',
    since: published_at,
    published_version: version.version,
    photos: version.photos,
    looked_at: user_name === BEFORE_RELEASES ? version.photos : version.looked_at,
    findings: Number(findings.count),
    not_graded: 0,
    unlooked_reason,
    unpublished_changes: null,
  }
}
