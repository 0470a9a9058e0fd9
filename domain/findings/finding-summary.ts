import * as z from 'zod'
import { Severity } from './finding-type.ts'

const id = z.int().positive()
const number = z.int().positive()

/** Statistics of findings over several turbines. A severity is null for ungraded findings. */
export const FindingSummary = z.object({
  /** All findings by inspection year, latest first. */
  years: z.array(z.object({ year: z.int(), severity: Severity.nullable(), findings: number })),
  /** All findings by type, most frequent first. */
  types: z.array(z.object({ type: z.string(), severity: Severity.nullable(), findings: number })),
  /** Unresolved findings by due month, such as `2026-11`, earliest first. */
  due: z.array(z.object({ month: z.string(), severity: Severity.nullable(), findings: number })),
  /** Unresolved findings by due day, earliest first, with the time zone that decides whether it has passed. */
  due_days: z.array(
    z.object({
      day: z.iso.date(),
      time_zone: z.string(),
      severity: Severity.nullable(),
      findings: number,
    }),
  ),
  /** Unresolved findings by turbine and due day, earliest first. */
  turbine_days: z.array(
    z.object({ turbine_id: id, day: z.iso.date(), time_zone: z.string(), findings: number }),
  ),
  /** The number of unresolved findings. */
  unsolved: z.int().min(0),
  /** The cities of such turbines, ignoring the city filter. */
  cities: z.array(z.object({ city: z.string(), findings: number })),
  /** The turbines with the worst unresolved findings, worst first. */
  worst: z.array(
    z.object({
      turbine_id: id,
      turbine_name: z.string(),
      turbine_code: z.string(),
      /** The greatest severity of its unresolved findings; null if all are ungraded. */
      severity: Severity.nullable(),
      unsolved_findings: number,
      next_due_on: z.iso.date().nullable(),
      /** The time zone of its company. */
      time_zone: z.string(),
    }),
  ),
})
export type FindingSummary = z.infer<typeof FindingSummary>
