import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type Report, reportName } from '#domain/report.ts'
import { errorText } from '#panel/api/error-text.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { deleteReport, listsAfterReport, removeFromShownReports } from '#panel/data/reports.ts'
import { ConfirmDialog } from '#panel/ui/dialogs/confirm-dialog.tsx'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { findNextRecord } from '#panel/ui/tables/next-record.ts'
import { useText } from '#panel/words/use-text.ts'
import { findDownload } from './report-card.tsx'

/** Asks before a report is deleted, and deletes it. */
export function useDeleteReport(turbineId: number) {
  const text = useText()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<Report | null>(null)
  /** What gets the focus afterwards: the report in the dialog; if it was deleted, the next one. */
  const focused = useRef<HTMLElement>(undefined)
  const { mutate, isPending } = useApiMutation({
    name: ({ id }) => ['report.delete', id],
    call: (report: Report) => deleteReport(turbineId, report.id),
    invalidates: () => listsAfterReport(turbineId),
    onSuccess: (_, report) => {
      focused.current = findNextRecord(findDownload(report)?.closest('li'))
      removeFromShownReports(queryClient, turbineId, report.id)
      notify({ tone: 'success', title: text('reports.deleted') })
    },
    failureToast: (error) => ({
      title: text('reports.deleteFailed'),
      message: errorText(text, error),
    }),
    onSettled: () => setAsked(null),
  })

  const dialog = (
    <ConfirmDialog
      open={asked !== null}
      title={text('reports.delete.title')}
      confirmLabel={text('reports.delete.title')}
      busy={isPending}
      onCancel={() => setAsked(null)}
      onConfirm={() => asked && mutate(asked)}
      finalFocus={() => focused.current}
    >
      <p>{text('reports.delete.text', { name: asked ? reportName(asked.original_filename) : '' })}</p>
    </ConfirmDialog>
  )
  function ask(report: Report) {
    focused.current = findDownload(report)
    setAsked(report)
  }
  return { ask, dialog }
}
