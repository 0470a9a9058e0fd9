import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { countOverdue, turbinesWithOverdue } from '#domain/findings/finding-rules.ts'
import { todayIn } from '#domain/time/today.ts'
import { findingSummaryQuery } from '#panel/data/findings.ts'

/** The overdue findings of all turbines. A chain of findings counts once, as in the list of findings. */
export function useOverdue() {
  const query = useQuery(findingSummaryQuery({ sightings: 'newest' }))
  const { data } = query
  const overdue = useMemo(
    () => data && { findings: countOverdue(data, todayIn), turbines: turbinesWithOverdue(data, todayIn) },
    [data],
  )
  return { query, overdue }
}
export type Overdue = ReturnType<typeof useOverdue>
