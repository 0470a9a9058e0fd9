import type { Finding } from '#domain/finding.ts'
import type { Severity } from '#domain/finding-type.ts'
import type { Inspection } from '#domain/inspection.ts'
import type { SphereArea } from '#domain/panorama.ts'
import type { Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'

/** A stored file of a photo: the original or a derivative of this width in pixels. */
export type StoredSize = 'original' | 1280 | 2560

/** Everything that a report is made from. */
export interface ReportData {
  turbine: Turbine
  inspection: Inspection
  /** Counts the reports of the inspection from 1. */
  version: number
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
  /** The path of a copy of the file. The file can be missing. */
  pathOf(photo: Photo, size: StoredSize): string
}
