import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useStagings } from '#panel/staging/use-stagings.ts'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { useText } from '#panel/words/use-text.ts'
import { ReportStaging } from './report-staging.ts'

/** Shows the staged reports of a turbine. */
export function useReportStaging(turbineId: number): ReportStaging {
  const text = useText()
  const notify = useNotify()
  const queryClient = useQueryClient()
  // Before the owner is shown, because it may go on with an upload at once.
  useEffect(() => {
    if (owner) owner.panel = { queryClient, notify, text }
  })
  const [owner] = useStagings(
    [`turbine/${turbineId}/reports`],
    (userId, name) => new ReportStaging(userId, name),
  )
  if (!owner) throw new Error('Each name has an owner.')
  return owner
}
