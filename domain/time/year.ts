import * as z from 'zod'
import { YEAR_MIN, YEARS_BACK } from '#domain/limits.ts'
import { rawText } from '#domain/text/text.ts'
import { yearIn, yearOf } from './today.ts'

/** Where a new year begins first, 14 hours before UTC. */
const EARLIEST_TIME_ZONE = 'Pacific/Kiritimati'

/**
 * The last year of a record: next year. A schema knows no company, and must accept the next year of any zone, so this uses the earliest
 * one.
 */
export function latestYear(now = new Date()): number {
  return yearIn(EARLIEST_TIME_ZONE, now) + 1
}

/** True from 1980 to next year. */
function isInspectionYear(year: number): boolean {
  return year >= YEAR_MIN && year <= latestYear()
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
  .refine((day) => isInspectionYear(yearOf(day)), { error: 'invalid_year' })

/** The years in a year select, newest first: the current one and the ten years before it. */
export function selectableYears(thisYear: number): number[] {
  return Array.from({ length: YEARS_BACK + 1 }, (_, back) => thisYear - back)
}
