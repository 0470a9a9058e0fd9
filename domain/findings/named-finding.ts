import * as z from 'zod'
import { FindingTypeId, Severity } from './finding-type.ts'

/** A finding where only its name is shown, such as in a notification. */
export const NamedFinding = z.object({
  id: z.int().positive(),
  /** The finding's readable number, such as `A-LE-001`. */
  number: z.string(),
  type: FindingTypeId,
  severity: Severity.nullable(),
})
export type NamedFinding = z.infer<typeof NamedFinding>
