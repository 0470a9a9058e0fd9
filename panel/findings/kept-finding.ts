import * as z from 'zod'
import { FindingStatus } from '#domain/findings/finding.ts'
import { FINDING_MEASURES, FindingSide, Severity } from '#domain/findings/finding-type.ts'
import { Blade } from '#domain/photo.ts'
import type { FindingValues } from './finding-values.ts'

const Values = z.object({
  type: z.string().optional(),
  severity: Severity.nullable(),
  blade: Blade.optional(),
  side: FindingSide.optional(),
  place: z.string(),
  measures: z.partialRecord(z.enum(FINDING_MEASURES), z.string()),
  text: z.string(),
  status: FindingStatus,
  // An earlier version of the panel has kept none.
  ownDueOn: z.string().optional(),
  dueReason: z.string().optional(),
  earlierId: z.int().nullable(),
})

/** What a form for a finding holds, when it is read after a reload. JSON has left out what is undefined. */
export const KeptFindingValues = Values.transform(
  ({ measures, ...values }): FindingValues => ({
    type: undefined,
    blade: undefined,
    side: undefined,
    ...values,
    ownDueOn: values.ownDueOn ?? '',
    dueReason: values.dueReason ?? '',
    measures: Object.fromEntries(Object.entries(measures).filter(([, text]) => text !== undefined)),
  }),
)

/** The changed fields of a form for a finding, with the day that only the dialog asks for. */
export const ChangedFinding = Values.extend({ found_on: z.string() }).partial()
export type ChangedFinding = z.infer<typeof ChangedFinding>
