import { useSignals } from '@preact/signals-react/runtime'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { may } from '#domain/permissions.ts'
import type { Report } from '#domain/report.ts'
import type { Turbine } from '#domain/turbine.ts'
import { reportCountQuery, reportsQuery } from '#panel/data/reports.ts'
import { QueryBoundary } from '#panel/frame/query-boundary.tsx'
import { filesOfDrop } from '#panel/outbox/dropped-files.ts'
import { LeftOutFiles } from '#panel/outbox/left-out-files.tsx'
import type { PickedFiles } from '#panel/outbox/picked-files.ts'
import { RenamedFiles } from '#panel/outbox/renamed-files.tsx'
import { isSameTarget } from '#panel/outbox/staged-file.ts'
import { useUnsavedFiles } from '#panel/outbox/use-outboxes.ts'
import { useCaller } from '#panel/session/caller-context.ts'
import { SelectField } from '#panel/ui/fields/select-field.tsx'
import { useFileDrop } from '#panel/ui/use-file-drop.ts'
import { useThisYear } from '#panel/words/time-zone.ts'
import { useText } from '#panel/words/use-text.ts'
import { MakeReport } from './making/make-report.tsx'
import { ReportsInMaking } from './making/reports-in-making.tsx'
import { NO_REPORTS, type PickedReports, sortReports } from './picked-reports.ts'
import { ReportFileInput } from './report-file-input.tsx'
import { ReportList, ReportSkeletons } from './report-list.tsx'
import { ReportTrays } from './report-tray.tsx'
import { countByYear, offeredYears, useReportYear } from './report-year.ts'
import { SkippedReports } from './skipped-reports.tsx'
import { useReportOutbox } from './use-report-outbox.ts'

interface ReportSectionProps {
  turbine: Turbine
  /** The year with which the section begins. */
  pageYear: number
}

/** The PDF reports of a turbine by year. Viewers with the right can upload and delete them. */
export function ReportSection({ turbine, pageYear }: ReportSectionProps) {
  const text = useText()
  const query = useQuery(reportsQuery(turbine.id))
  const { data: count } = useQuery(reportCountQuery(turbine.id))
  return (
    <section aria-labelledby="reports-title">
      <div className="mb-5 flex items-baseline gap-3">
        <h2 id="reports-title" className="text-section font-semibold tracking-tight text-ink">
          {text('reports.title')}
        </h2>
        {count !== undefined && (
          <p className="text-body text-ink-soft">{text('reports.count', { n: count })}</p>
        )}
      </div>
      <QueryBoundary query={query} loading={<ReportSkeletons />} failed={text('reports.failed')}>
        {(reports) => <ReportsOfYear turbine={turbine} pageYear={pageYear} reports={reports} />}
      </QueryBoundary>
    </section>
  )
}

function ReportsOfYear({ turbine, pageYear, reports }: ReportSectionProps & { reports: Report[] }) {
  useSignals()
  const text = useText()
  const caller = useCaller()
  const thisYear = useThisYear()
  const [year, setYear] = useReportYear(reports, pageYear)
  const outbox = useReportOutbox(turbine.id)
  const [picked, setPicked] = useState(NO_REPORTS)
  const sent = outbox.sending.value
  // Only the year whose reports are sent is locked: those of another one can be staged meanwhile.
  const isUploading = sent !== null && isSameTarget(sent, { year })
  const mayAdd = may(caller, 'report.add', turbine.company_id)
  const { over, dropHandlers } = useFileDrop({
    disabled: !mayAdd || isUploading,
    onDrop: (dropped) => void filesOfDrop(dropped).then(stage),
  })
  useUnsavedFiles([outbox])

  function stage(files: PickedFiles) {
    const sorted = sortReports(files)
    void outbox.add(sorted.accepted, { year })
    // The names that are offered already stay offered.
    setPicked(({ renamed }) => ({ ...sorted, renamed: [...renamed, ...sorted.renamed] }))
  }
  function stageRenamed() {
    void outbox.add(
      picked.renamed.map(({ file }) => file),
      { year },
    )
    changePicked({ renamed: [] })
  }
  // A message can end after another one has changed: it leaves the other parts as they are then.
  function changePicked(change: Partial<PickedReports>) {
    setPicked((now) => ({ ...now, ...change }))
  }

  const counts = countByYear(reports)
  return (
    <div
      aria-busy={isUploading}
      className="rounded border border-hairline bg-surface p-6"
      {...(mayAdd && dropHandlers)}
    >
      <div className="mb-5 flex flex-wrap gap-4">
        <div className="w-32 shrink-0">
          <SelectField
            label={text('reports.year')}
            value={String(year)}
            onChange={(next) => setYear(Number(next))}
            options={offeredYears(reports, thisYear).map((one) => ({
              value: String(one),
              label: String(one),
              count: counts.get(one) ?? 0,
            }))}
          />
        </div>
        {mayAdd && <ReportFileInput over={over} uploading={isUploading} onFiles={stage} />}
        {mayAdd && <MakeReport key={year} turbine={turbine} year={year} />}
      </div>
      {mayAdd && (
        <div className="grid gap-3 [&:has(p,li)]:mb-5">
          <RenamedFiles
            files={picked.renamed}
            onAccept={stageRenamed}
            onDismiss={() => changePicked({ renamed: [] })}
          />
          <div aria-live="polite" className="grid gap-3 empty:hidden">
            <LeftOutFiles leftOut={picked.leftOut} onChange={(leftOut) => changePicked({ leftOut })} />
          </div>
          <SkippedReports names={picked.skipped} onForget={() => changePicked({ skipped: [] })} />
          <ReportTrays year={year} outbox={outbox} />
        </div>
      )}
      <ReportsInMaking turbine={turbine} mayCancel={mayAdd} />
      <ReportList
        turbine={turbine}
        reports={reports.filter((report) => report.year === year)}
        year={year}
        otherYears={[...counts.keys()].filter((one) => one !== year).sort((a, b) => b - a)}
        onYear={setYear}
      />
    </div>
  )
}
