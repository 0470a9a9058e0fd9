import * as z from 'zod'
import { YEAR_MIN, YEARS_BACK } from './limits.ts'

/** A year written in digits, from 1980 to next year. */
export const YearText = z
  .string()
  .regex(/^\d{4}$/)
  .transform(Number)
  .refine((year) => year >= YEAR_MIN && year <= new Date().getFullYear() + 1, { error: 'invalid_year' })

/** The years in a year select, newest first: the current one and the ten years before it. */
export function selectableYears(now: Date): number[] {
  return Array.from({ length: YEARS_BACK + 1 }, (_, back) => now.getFullYear() - back)
}
