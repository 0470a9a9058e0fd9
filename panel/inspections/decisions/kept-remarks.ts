import * as z from 'zod'
import type { InspectionPlace } from '#panel/data/inspections.ts'

/** What is typed about the findings of an inspection, by their ids. It is kept until the server has it. */
export const KeptRemarks = z.record(z.string(), z.string())
export type KeptRemarks = z.infer<typeof KeptRemarks>

export const NO_REMARKS: KeptRemarks = {}

/** The name of the kept remarks of an inspection. */
export const remarksName = ({ turbineId, year }: InspectionPlace) => `review/${turbineId}-${year}`

/** An empty text is left out. */
export function withRemark(remarks: KeptRemarks, findingId: number, typed: string): KeptRemarks {
  const { [findingId]: _, ...others } = remarks
  return typed === '' ? others : { ...others, [findingId]: typed }
}
