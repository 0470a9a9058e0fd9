import type { Finding } from '#domain/findings/finding.ts'
import { isOverdue, unsolvedAfter } from '#domain/findings/finding-rules.ts'
import type { Severity } from '#domain/findings/finding-type.ts'
import type { Inspection } from '#domain/inspections/inspection.ts'
import type { InspectionChange } from '#domain/inspections/version.ts'
import type { Photo } from '#domain/photo.ts'
import type { SphereArea } from '#domain/pictures/panorama.ts'
import { dayIn } from '#domain/time/today.ts'
import type { Turbine } from '#domain/turbine.ts'

/** A stored file of a photo: the original or a derivative of this width in pixels. */
export type StoredSize = 'original' | 1280 | 2560

/** The published version of a report. */
export interface ReportedVersion {
  version: number
  published_at: string
  /** The reason for a further version; empty for the first one. */
  reason: string
  /** The number of undecided findings; null without a review. */
  undecided: number | null
  /** The previous version that is not withdrawn, or null. */
  before: number | null
  /** The changes from the previous version. */
  changes: InspectionChange[]
}

/** The input of a report, without functions, so that it can be sent to a thread. */
export interface ReportData {
  turbine: Turbine
  inspection: Inspection
  /** Null for a draft. */
  release: ReportedVersion | null
  /** The year of the published inspection before, or null. */
  before: number | null
  /** The inspection's report number, from 1. */
  version: number
  /** When the data were read, as an ISO time. Later deletions do not age them. */
  readAt: string
  /** The author of the report. */
  author: string
  /** The findings of the year and of all earlier ones, by blade, from root to tip. */
  findings: Finding[]
  /** All photos of the turbine, of every category. */
  photos: Photo[]
  /** The part of a sphere that a photo shows, for photos with a mark on a sphere. */
  spheres: ReadonlyMap<number, SphereArea>
  /** The months until a finding is due, for the turbine's company. */
  deadlines: ReadonlyMap<Severity, number | null>
}

/** The data of a report with lookup tables, linear in photos and findings. */
export interface IndexedData extends ReportData {
  photoById: ReadonlyMap<number, Photo>
  findingById: ReadonlyMap<number, Finding>
  /** The ids of the unresolved findings after the inspection. */
  unsolvedIds: ReadonlySet<number>
  /** Those overdue at the time of the data: no later inspection continues them. */
  overdueIds: ReadonlySet<number>
  /** The day of the data, in the time zone of the turbine. */
  readOn: string
  /** The number of findings of each photo. */
  findingCounts: ReadonlyMap<number, number>
  /** The photos of the report's year, by blade, room and name. */
  photosOfYear: Photo[]
  /** The path of a copy of the file, which can be missing. */
  pathOf(photo: Photo, size: StoredSize): string
}

export function indexData(data: ReportData, pathOf: IndexedData['pathOf']): IndexedData {
  const { photos, findings, inspection, turbine, readAt } = data
  const findingCounts = new Map<number, number>()
  for (const { photo_id } of findings) {
    if (photo_id !== null) findingCounts.set(photo_id, (findingCounts.get(photo_id) ?? 0) + 1)
  }
  const unsolved = unsolvedAfter(findings, inspection.year)
  const readOn = dayIn(turbine.time_zone, readAt)
  return {
    ...data,
    photoById: new Map(photos.map((photo) => [photo.id, photo])),
    findingById: new Map(findings.map((finding) => [finding.id, finding])),
    unsolvedIds: new Set(unsolved.map(({ id }) => id)),
    overdueIds: new Set(unsolved.filter((finding) => isOverdue(finding, readOn)).map(({ id }) => id)),
    readOn,
    findingCounts,
    photosOfYear: sortPhotos(photos.filter(({ year }) => year === inspection.year)),
    pathOf,
  }
}

function sortPhotos(photos: readonly Photo[]): Photo[] {
  const { compare } = new Intl.Collator('en', { numeric: true })
  return photos
    .map((photo) => {
      const { blade, category, room, originalName } = photo
      return { photo, order: [blade ?? 'Z', category, room ?? '', originalName].join(' ') }
    })
    .sort((a, b) => compare(a.order, b.order) || a.photo.id - b.photo.id)
    .map(({ photo }) => photo)
}
