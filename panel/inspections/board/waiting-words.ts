import type { FleetInspection } from '#domain/inspections/inspection.ts'
import { waitsFor } from '#domain/inspections/state.ts'
import { INSPECTION_OPEN_DAYS } from '#domain/limits.ts'
import { dayIn } from '#domain/time/today.ts'
import { useTimeZone, useToday } from '#panel/words/time-zone.ts'
import { useDates } from '#panel/words/use-dates.ts'
import { useText } from '#panel/words/use-text.ts'

const DAY_MS = 24 * 60 * 60_000

/** The days between two days such as `2026-11-21`. */
function daysBetween(from: string, until: string): number {
  return Math.round((Date.parse(until) - Date.parse(from)) / DAY_MS)
}

/**
 * Whom an inspection waits for and for how many days, in words, and whether that is too long: a review by the setting of its company, work by
 * `INSPECTION_OPEN_DAYS`. Undefined if it waits for nobody.
 */
export function useWaitingWords() {
  const text = useText()
  const zone = useTimeZone()
  const today = useToday()
  const dates = useDates()
  return ({
    state,
    since,
    review_days,
    waits_for_caller,
  }: Pick<FleetInspection, 'state' | 'since' | 'review_days' | 'waits_for_caller'>) => {
    const role = waitsFor(state)
    if (role === 'nobody') return undefined
    const isReview = role === 'reviewer'
    const own = isReview ? 'myReview' : 'me'
    const whom = waits_for_caller ? own : role
    if (since === null) return { words: text(`inspections.waits.${whom}`), isLate: false }
    // The clock of this computer may be behind that of the server.
    const days = Math.max(0, daysBetween(dayIn(zone, since), today))
    return {
      words: text(`inspections.waits.${whom}.days`, { days }),
      exact: text('inspections.since', { day: dates.dayOf(since) }),
      isLate: days > (isReview ? review_days : INSPECTION_OPEN_DAYS),
    }
  }
}
