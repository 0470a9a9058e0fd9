import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import * as z from 'zod'
import type { Report, ReportChange } from '#domain/report.ts'
import { isFileName, repairFileName } from '#domain/upload.ts'
import { errorText } from '#panel/api/error-text.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { editReport, listsAfterReport, replaceShownReport } from '#panel/data/reports.ts'
import { useKeptState } from '#panel/session/kept-work.ts'
import { FormDialog } from '#panel/ui/dialogs/form-dialog.tsx'
import { SelectField } from '#panel/ui/fields/select-field.tsx'
import { TextField } from '#panel/ui/fields/text-field.tsx'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { findNextRecord } from '#panel/ui/tables/next-record.ts'
import { useThisYear } from '#panel/words/time-zone.ts'
import { useText } from '#panel/words/use-text.ts'
import { findDownload } from './report-card.tsx'
import { offeredYears } from './report-year.ts'

const Name = z.string()

/** A changed report that is sent. */
interface SentChange {
  report: Report
  change: ReportChange
  /** Forgets what was typed. */
  forget: () => void
}

/** True for a report that can be edited: one of a version is what the version says. */
export function isEditable({ inspection_version }: Report): boolean {
  return inspection_version === null
}

/** Renames a report, or moves it to another year; the toast undoes it. */
export function useEditReport(turbineId: number, reports: Report[]) {
  const text = useText()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<Report | null>(null)
  /** What gets the focus afterwards: the report in the dialog; if it has gone to another year, the next one. */
  const focused = useRef<HTMLElement>(undefined)

  const undo = useApiMutation({
    name: ({ id }: Report) => ['report.edit-back', id],
    call: ({ id, original_filename: name, year }: Report) => editReport(turbineId, id, { name, year }),
    invalidates: () => listsAfterReport(turbineId),
    onSuccess(report) {
      replaceShownReport(queryClient, turbineId, report)
      notify({ tone: 'info', title: text('reports.edit.undone') })
    },
    failureToast: (error) => ({ title: text('reports.edit.undo.failed'), message: errorText(text, error) }),
  })
  const { mutate, isPending, error, reset } = useApiMutation({
    name: ['report.edit', asked?.id ?? 0],
    call: ({ report, change }: SentChange) => editReport(turbineId, report.id, change),
    invalidates: () => listsAfterReport(turbineId),
    onSuccess(edited, { report, forget }) {
      forget()
      const download = findDownload(report)
      focused.current = edited.year === report.year ? download : findNextRecord(download?.closest('li'))
      replaceShownReport(queryClient, turbineId, edited)
      setAsked(null)
      notify({
        tone: 'success',
        title: text('reports.edited'),
        action: { label: text('marks.undo'), run: () => undo.mutate(report) },
      })
    },
    failureWhenClosed: (failure) => ({
      title: text('reports.edit.failed'),
      message: errorText(text, failure),
    }),
  })

  return {
    edit(report: Report) {
      reset()
      focused.current = undefined
      setAsked(report)
    },
    editDialog: asked && (
      <EditReportDialog
        key={asked.id}
        report={asked}
        reports={reports}
        busy={isPending}
        failure={error ? errorText(text, error) : undefined}
        onDismissFailure={reset}
        onSave={(change, forget) => mutate({ report: asked, change, forget })}
        onClose={() => setAsked(null)}
        finalFocus={() => focused.current ?? findDownload(asked)}
      />
    ),
  }
}

interface EditReportDialogProps {
  report: Report
  /** Those whose years are offered. */
  reports: Report[]
  busy: boolean
  failure: string | undefined
  onDismissFailure: () => void
  onSave: (change: ReportChange, forget: () => void) => void
  onClose: () => void
  finalFocus: () => HTMLElement | undefined
}

function EditReportDialog({ report, reports, onSave, onClose, ...dialog }: EditReportDialogProps) {
  const text = useText()
  const form = useRef<HTMLFormElement>(null)
  const thisYear = useThisYear()
  const [typed, setTyped] = useKeptState(`report/${report.id}`, Name, report.original_filename)
  const [wasTyped] = useState(typed !== report.original_filename)
  const [year, setYear] = useState(report.year)
  const name = acceptedName(typed)
  const isChanged = name !== report.original_filename || year !== report.year
  const forget = () => setTyped(report.original_filename)
  const isMade = report.language !== null || report.is_draft
  return (
    <FormDialog
      title={text('reports.edit.title')}
      submitLabel={text('common.save')}
      submitBlocked={isChanged ? undefined : text('reports.edit.unchanged')}
      formRef={form}
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged && name !== undefined) onSave({ name, year }, forget)
      }}
      onClose={onClose}
      onDiscard={forget}
      isRestored={wasTyped && typed !== report.original_filename}
      dirty={typed !== report.original_filename || year !== report.year}
      failureTitle={text('reports.edit.failed')}
      {...dialog}
    >
      <TextField
        label={text('reports.name')}
        required
        className="sm:col-span-2"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        error={name === undefined ? text('reports.edit.badName') : undefined}
        hint={name === typed ? undefined : text('reports.edit.savedAs', { name: name ?? '' })}
      />
      <SelectField
        label={text('reports.year')}
        value={String(year)}
        disabled={isMade}
        hint={isMade ? text('reports.edit.made') : undefined}
        options={offeredYears(reports, thisYear).map((one) => ({ value: String(one), label: String(one) }))}
        onChange={(next) => setYear(Number(next))}
      />
    </FormDialog>
  )
}

/** The name that the server accepts for what was typed, which ends in `.pdf`; undefined if there is none. */
export function acceptedName(typed: string): string | undefined {
  const trimmed = typed.trim()
  if (trimmed.replace(/\.pdf$/i, '') === '') return undefined
  const whole = /\.pdf$/i.test(trimmed) ? trimmed : `${trimmed}.pdf`
  return isFileName(whole) ? whole : repairFileName(whole)
}
