import { useQuery } from '@tanstack/react-query'
import { may } from '#domain/permissions.ts'
import type { Report } from '#domain/report.ts'
import type { Turbine } from '#domain/turbine.ts'
import { QueryBoundary } from '#panel/frame/query-boundary.tsx'
import { useViewer } from '#panel/session/viewer-context.ts'
import { SelectField } from '#panel/ui/select-field.tsx'
import { useUnsavedWork } from '#panel/ui/unsaved-work.ts'
import { useFileDrop } from '#panel/ui/use-file-drop.ts'
import { useText } from '#panel/words/use-text.ts'
import { MakeReport } from './make-report.tsx'
import { ReportFileInput } from './report-file-input.tsx'
import { ReportList, ReportSkeletons } from './report-list.tsx'
import { ReportTray } from './report-tray.tsx'
import { countByYear, offeredYears, useReportYear } from './report-year.ts'
import { reportCountQuery, reportsQuery } from './reports-query.ts'
import { useReportUpload } from './use-report-upload.ts'
import { useStagedReports } from './use-staged-reports.ts'

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
        {(reports) => <ReportsOfYear {...{ turbine, pageYear, reports }} />}
      </QueryBoundary>
    </section>
  )
}

function ReportsOfYear({ turbine, pageYear, reports }: ReportSectionProps & { reports: Report[] }) {
  const text = useText()
  const viewer = useViewer()
  const [year, setYear] = useReportYear(reports, pageYear)
  const staging = useStagedReports(turbine.id)
  const upload = useReportUpload(turbine.id, staging)
  const isUploading = upload.progress !== null
  const mayAdd = may(viewer, 'report.add', turbine.company_id)
  const { over, dropHandlers } = useFileDrop({ disabled: !mayAdd || isUploading, onFiles: staging.stage })
  useUnsavedWork(upload.waiting.length > 0, 'files')

  const counts = countByYear(reports)
  return (
    <div
      aria-busy={isUploading}
      className="rounded border border-hairline bg-surface p-6"
      {...(mayAdd && dropHandlers)}
    >
      <div className="mb-5 flex gap-4">
        <div className="w-32 shrink-0">
          <SelectField
            label={text('reports.year')}
            value={String(year)}
            disabled={isUploading}
            onChange={(next) => setYear(Number(next))}
            options={offeredYears(reports, new Date()).map((one) => ({
              value: String(one),
              label: String(one),
              count: counts.get(one) ?? 0,
            }))}
          />
        </div>
        {mayAdd && <ReportFileInput over={over} uploading={isUploading} onFiles={staging.stage} />}
        {mayAdd && <MakeReport turbineId={turbine.id} year={year} />}
      </div>
      {mayAdd && <ReportTray year={year} staging={staging} upload={upload} />}
      <ReportList
        turbine={turbine}
        reports={reports.filter((report) => report.year === year)}
        year={year}
        otherYears={[...counts.keys()].filter((one) => one !== year).sort((one, other) => other - one)}
        onYear={setYear}
      />
    </div>
  )
}
