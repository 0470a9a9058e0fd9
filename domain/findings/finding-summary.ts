import * as z from 'zod'
import { Severity } from './finding-type.ts'

const id = z.int().positive()
const number = z.int().positive()

/** Numbers of findings over several turbines. A severity is null for findings that are not graded. */
export const FindingSummary = z.object({
  /** All findings by the year of their inspection, the latest first. */
  years: z.array(z.object({ year: z.int(), severity: Severity.nullable(), findings: number })),
  /** All findings by type, the most frequent first. */
  types: z.array(z.object({ type: z.string(), severity: Severity.nullable(), findings: number })),
  /** Unsolved findings by the month in which they are due, such as `2026-11`, the earliest first. */
  due: z.array(z.object({ month: z.string(), severity: Severity.nullable(), findings: number })),
  /** Unsolved findings by the day on which they are due, the earliest first, with the time zone that says if the day has passed. */
  due_days: z.array(
    z.object({
      day: z.iso.date(),
      time_zone: z.string(),
      severity: Severity.nullable(),
      findings: number,
    }),
  ),
  /** The turbines with unsolved findings that have a due date, and the earliest of these days, the earliest first. */
  next_due: z.array(z.object({ turbine_id: id, day: z.iso.date(), time_zone: z.string() })),
  /** How many findings are unsolved. */
  unsolved: z.int().min(0),
  /** The cities of the turbines with such findings, also of those that the filter of the city leaves out. */
  cities: z.array(z.object({ city: z.string(), findings: number })),
  /** The turbines with the worst unsolved findings, the worst first. */
  worst: z.array(
    z.object({
      turbine_id: id,
      turbine_name: z.string(),
      turbine_code: z.string(),
      /** The greatest severity of its unsolved findings; null if none of them is graded. */
      severity: Severity.nullable(),
      unsolved_findings: number,
      next_due_on: z.iso.date().nullable(),
      /** The time zone of its company. */
      time_zone: z.string(),
    }),
  ),
})
export type FindingSummary = z.infer<typeof FindingSummary>
