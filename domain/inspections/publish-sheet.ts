import * as z from 'zod'
import { Severity } from '#domain/findings/finding-type.ts'
import { TurbineState } from '#domain/turbine.ts'
import { Missing } from './state.ts'

const count = z.int().min(0)

/** The greatest number of people whose names a sheet has. */
export const SHEET_NAMES_MAX = 20

/** What the publication of an inspection changes and what it lacks, as the API answers it before somebody publishes. */
export const PublishSheet = z.object({
  /** The number that the version gets. */
  version: z.int().positive(),
  /** The letter of the turbine as customers read it, before and after. */
  letter: z.object({ before: TurbineState, after: TurbineState }),
  findings: count,
  /** The findings by severity, the worst first; null for those that are not graded. */
  severities: z.array(z.object({ severity: Severity.nullable(), count })),
  /** Findings that customers do not have yet, that they have otherwise, and that they lose. */
  added: count,
  changed: count,
  removed: count,
  /** Findings that are repaired or closed. */
  solved: count,
  /** Findings about which no reviewer has decided; null where nobody reviews them. */
  undecided: count.nullable(),
  photos: count,
  /** Photos that nobody has looked at. */
  unlooked: count,
  /** The rooms of the three blades, and those of which there is no photo of this year. */
  rooms: count,
  rooms_without_photos: count,
  /** Findings without a distance from the root. */
  without_distance: count,
  /** The people of the company who are told of it, in the panel or by mail: how many, how many of them by mail, and the names of the first, customers before the team. */
  told: z.object({ count, mailed: count, names: z.array(z.string()) }),
  /** Stands for what the sheet is about. The call that publishes sends it back, so that nothing is published that nobody has seen. */
  fingerprint: z.string(),
  /** What the publication needs a reason for. */
  missing: z.array(Missing),
})
export type PublishSheet = z.infer<typeof PublishSheet>
