import * as z from 'zod'
import { YEAR_MIN, YEARS_BACK } from './limits.ts'
import { rawText } from './text.ts'

/** True from 1980 to next year. */
function isInspectionYear(year: number): boolean {
  return year >= YEAR_MIN && year <= new Date().getFullYear() + 1
}

/** A year from 1980 to next year. */
export const Year = z.int().refine(isInspectionYear, { error: 'invalid_year' })

/** A year written in digits, from 1980 to next year. */
export const YearText = rawText(4)
  .regex(/^\d{4}$/)
  .transform(Number)
  .pipe(Year)

/** A day of these years, such as `2026-11-21`. */
export const InspectionDay = rawText(10)
  .check(z.iso.date({ abort: true }))
  .refine((day) => isInspectionYear(Number(day.slice(0, 4))), { error: 'invalid_year' })

/** The years in a year select, newest first: the current one and the ten years before it. */
export function selectableYears(now: Date): number[] {
  return Array.from({ length: YEARS_BACK + 1 }, (_, back) => now.getFullYear() - back)
}
