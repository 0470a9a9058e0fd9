import { Day } from '#domain/fields.ts'
import { dayFault } from '#domain/time/typed-day.ts'

/** True for a day of the address, such as `2026-11-21`, that a filter can have. */
export function isFilterDay(text: string): boolean {
  return Day.safeParse(text).success && dayFault(text) === undefined
}
