import { Day } from '#domain/fields.ts'

/** The first and the last day of a filter. Without them a year could have six digits, and one with a single digit would be a year. */
export const FIRST_FILTER_DAY = '1980-01-01'
export const LAST_FILTER_DAY = '2199-12-31'

/** True for a whole day that a filter can have. */
export function isFilterDay(text: string): boolean {
  return Day.safeParse(text).success && text >= FIRST_FILTER_DAY && text <= LAST_FILTER_DAY
}
