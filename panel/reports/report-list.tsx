import { useMemo, useRef } from 'react'
import { may } from '#domain/permissions.ts'
import type { Report } from '#domain/report.ts'
import type { Turbine } from '#domain/turbine.ts'
import { useCaller } from '#panel/session/caller-context.ts'
import { Button } from '#panel/ui/button.tsx'
import { EmptyState } from '#panel/ui/empty-state.tsx'
import { Skeleton } from '#panel/ui/skeleton.tsx'
import { useArrowFocus } from '#panel/ui/tables/use-arrow-focus.ts'
import { useText } from '#panel/words/use-text.ts'
import { useDeleteReport } from './delete-report.tsx'
import { isEditable, useEditReport } from './edit-report.tsx'
import { useReportLayer } from './reader/report-address.ts'
import { ReportCard, stopsOf } from './report-card.tsx'

const GRID = 'grid grid-cols-[repeat(auto-fill,minmax(380px,1fr))] gap-4'

interface ReportListProps {
  turbine: Turbine
  /** The reports of the year. */
  reports: Report[]
  year: number
  /** The other years that have reports. */
  otherYears: number[]
  onYear: (year: number) => void
}

/** The reports of a year as one tab stop in which arrow keys move, or what to do if there are none. */
export function ReportList({ turbine, reports, year, otherYears, onYear }: ReportListProps) {
  const text = useText()
  const caller = useCaller()
  const { ask, dialog } = useDeleteReport(turbine.id)
  const { edit, editDialog } = useEditReport(turbine.id, reports)
  const { open: openReport } = useReportLayer()
  const list = useRef<HTMLUListElement>(null)
  const stops = useMemo(() => reports.flatMap(stopsOf), [reports])
  const { active, onFocus, onKeyDown } = useArrowFocus(list, stops)
  const mayAdd = may(caller, 'report.add', turbine.company_id)
  const mayEdit = may(caller, 'report.edit', turbine.company_id)
  const mayDelete = may(caller, 'report.delete', turbine.company_id)
  return (
    <>
      {reports.length === 0 ? (
        <EmptyState
          title={text('reports.none')}
          action={otherYears.length > 0 && <OtherYears years={otherYears} onYear={onYear} />}
        >
          {text(mayAdd ? 'reports.none.add' : 'reports.none.wait', { year: String(year) })}
        </EmptyState>
      ) : (
        <ul ref={list} onFocus={onFocus} onKeyDown={onKeyDown} className={GRID}>
          {reports.map((report) => (
            <ReportCard
              key={report.id}
              report={report}
              activeStop={active}
              onRead={() => void openReport(String(report.id))}
              onEdit={mayEdit && isEditable(report) ? () => edit(report) : undefined}
              onDelete={mayDelete ? () => ask(report) : undefined}
            />
          ))}
        </ul>
      )}
      {dialog}
      {editDialog}
    </>
  )
}

function OtherYears({ years, onYear }: { years: number[]; onYear: (year: number) => void }) {
  const text = useText()
  return (
    <p className="flex flex-wrap items-center justify-center gap-2 text-body text-ink-soft">
      {text('reports.none.otherYears')}
      {years.map((year) => (
        <Button key={year} size="small" onClick={() => onYear(year)}>
          {year}
        </Button>
      ))}
    </p>
  )
}

const PLACES = Array.from({ length: 3 }, (_, place) => place)

export function ReportSkeletons() {
  const text = useText()
  return (
    <div role="status" className="rounded border border-hairline bg-surface p-6">
      <span className="sr-only">{text('reports.loading')}</span>
      <Skeleton className="mb-6 h-9 w-32" />
      <div className={GRID}>
        {PLACES.map((place) => (
          <Skeleton key={place} className="h-40" />
        ))}
      </div>
    </div>
  )
}
