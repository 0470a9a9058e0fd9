import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { countDueBefore, countOverdue, dueOfTurbines } from '#domain/findings/due-days.ts'
import { DUE_SOON_DAYS } from '#domain/limits.ts'
import { laterDay, todayIn } from '#domain/time/today.ts'
import { findingSummaryQuery } from '#panel/data/first-screen/finding-summary.ts'
import { useToday } from '#panel/words/time-zone.ts'

/** What is due in all turbines and in each of them. A chain of findings counts once, as in the list of findings. */
export function useDueFindings() {
  const query = useQuery(findingSummaryQuery({ sightings: 'newest' }))
  const { data } = query
  const today = useToday()
  const due = useMemo(() => {
    if (!data) return undefined
    /** The first day that is no longer soon. */
    const before = laterDay(today, DUE_SOON_DAYS + 1)
    return {
      before,
      overdue: countOverdue(data, todayIn),
      soon: countDueBefore(data, before, todayIn),
      ofTurbine: dueOfTurbines(data, todayIn),
    }
  }, [data, today])
  return { query, due }
}
export type DueFindings = ReturnType<typeof useDueFindings>
