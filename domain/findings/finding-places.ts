import * as z from 'zod'
import { unlessEmpty } from '#domain/fields.ts'
import { rawText } from '#domain/text/text.ts'
import { Finding, FleetFindingFilter } from './finding.ts'

const id = z.int().positive()

/** What a drawing of many blades needs of a finding. */
export const FindingPlace = Finding.pick({
  id: true,
  number: true,
  blade: true,
  type: true,
  severity: true,
  status: true,
  year: true,
  from_m: true,
  to_m: true,
  positions_m: true,
})
export type FindingPlace = z.infer<typeof FindingPlace>

/** The findings of a turbine on its blades. */
export const TurbinePlaces = z.object({
  turbine_id: id,
  turbine_name: z.string(),
  turbine_code: z.string(),
  /** Metres from root to tip; null if unknown. */
  blade_length: z.number().nullable(),
  /** By blade, from root to tip. */
  findings: z.array(FindingPlace),
})
export type TurbinePlaces = z.infer<typeof TurbinePlaces>

/** The numbers of all turbines with matching findings, on every page. */
export const PlacesTotal = z.object({
  turbines: z.int().min(0),
  findings: z.int().min(0),
  /** The longest blade, or the farthest finding of blades of unknown length, in metres. */
  longest_m: z.number(),
})
export type PlacesTotal = z.infer<typeof PlacesTotal>

/** The query of `GET /findings/places`. */
export const FindingPlacesQuery = FleetFindingFilter.extend({
  /** How many turbines to skip: `next` of the previous answer. */
  offset: unlessEmpty(rawText(7).regex(/^\d+$/).transform(Number).default(0)),
})
export type FindingPlacesQuery = z.infer<typeof FindingPlacesQuery>
