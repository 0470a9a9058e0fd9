import * as z from 'zod'
import { Severity } from '#domain/findings/finding-type.ts'
import { TurbineState } from '#domain/turbine.ts'
import { Missing } from './state.ts'

const count = z.int().min(0)

/** Maximum recipient names on a sheet. */
export const SHEET_NAMES_MAX = 20

/** The preview of a publication: its changes and gaps. */
export const PublishSheet = z.object({
  /** The number of the version. */
  version: z.int().positive(),
  /** The turbine's letter for customers, before and after. */
  letter: z.object({ before: TurbineState, after: TurbineState }),
  findings: count,
  /** The findings by severity, worst first; null for ungraded ones. */
  severities: z.array(z.object({ severity: Severity.nullable(), count })),
  /** Findings new to customers, changed for them, and removed. */
  added: count,
  changed: count,
  removed: count,
  /** Repaired or closed findings. */
  solved: count,
  /** Findings without a review decision; null without a review. */
  undecided: count.nullable(),
  photos: count,
  /** Photos not inspected. */
  unlooked: count,
  /** The rooms of the three blades, and those without a photo of this year. */
  rooms: count,
  rooms_without_photos: count,
  /** Findings without a distance from the root. */
  without_distance: count,
  /**
   * The recipients in the company, in the panel or by mail: their number, those by mail, and the first names, customers before the team.
   */
  told: z.object({ count, mailed: count, names: z.array(z.string()) }),
  /** A hash of the sheet's content. The publishing call sends it back, so that nothing unseen is published. */
  fingerprint: z.string(),
  /** What the publication needs a reason for. */
  missing: z.array(Missing),
})
export type PublishSheet = z.infer<typeof PublishSheet>
