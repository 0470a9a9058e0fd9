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

/** The published version that a report is about. */
export interface ReportedVersion {
  version: number
  published_at: string
  /** Why there is a further version; empty for the first one. */
  reason: string
  /** How many of its findings no reviewer had decided about; null where nobody reviewed them. */
  undecided: number | null
  /** The version before it that is not withdrawn; null if there is none. */
  before: number | null
  /** What differs from the version before. */
  changes: InspectionChange[]
}

/** Everything that a report is made from. It has no functions, so that a thread can get it. */
export interface ReportData {
  turbine: Turbine
  inspection: Inspection
  /** Null for a draft. */
  release: ReportedVersion | null
  /** Counts the reports of the inspection from 1. */
  version: number
  /** When the data were read: an ISO time. What is deleted later does not make them older. */
  readAt: string
  /** Who makes the report. */
  author: string
  /** The findings of the year and of all years before it, by blade and from the root to the tip. */
  findings: Finding[]
  /** All photos of the turbine, of every category. */
  photos: Photo[]
  /** Which part of a sphere a photo shows, for photos with a mark on a sphere. */
  spheres: ReadonlyMap<number, SphereArea>
  /** The months until a finding is due, for the company of the turbine. */
  deadlines: ReadonlyMap<Severity, number | null>
}

/** The data of a report with what is looked up often, so that the time grows with the number of photos and findings only. */
export interface IndexedData extends ReportData {
  photoById: ReadonlyMap<number, Photo>
  findingById: ReadonlyMap<number, Finding>
  /** The ids of the findings that are unsolved after the inspection. */
  unsolvedIds: ReadonlySet<number>
  /** Those of them that were overdue when the data were read: no later inspection continues them. */
  overdueIds: ReadonlySet<number>
  /** How many findings each photo has. */
  findingCounts: ReadonlyMap<number, number>
  /** The photos of the year of the report, in the order of blades, rooms and names. */
  photosOfYear: Photo[]
  /** The path of a copy of the file. The file can be missing. */
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
    .sort((one, other) => compare(one.order, other.order) || one.photo.id - other.photo.id)
    .map(({ photo }) => photo)
}
