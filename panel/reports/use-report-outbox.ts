import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useOutboxes } from '#panel/outbox/use-outboxes.ts'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { useText } from '#panel/words/use-text.ts'
import { ReportOutbox } from './report-outbox.ts'

/** Shows the staged reports of a turbine. */
export function useReportOutbox(turbineId: number): ReportOutbox {
  const text = useText()
  const notify = useNotify()
  const queryClient = useQueryClient()
  // Before the owner is shown, because it may go on with an upload at once.
  useEffect(() => {
    if (owner) owner.panel = { queryClient, notify, text }
  })
  const [owner] = useOutboxes(
    [`turbine/${turbineId}/reports`],
    (userId, name) => new ReportOutbox(userId, name),
  )
  if (!owner) throw new Error('Each name has an owner.')
  return owner
}
