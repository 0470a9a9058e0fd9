import { useQuery } from '@tanstack/react-query'
import { BookOpen } from 'lucide-react'
import { useIntl } from 'react-intl'
import type { Report } from '#domain/report.ts'
import type { Turbine } from '#domain/turbine.ts'
import { reportsQuery } from '#panel/data/reports.ts'
import { preloadReader } from '#panel/reports/reader/addressed-report.tsx'
import { useReportLayer } from '#panel/reports/reader/report-address.ts'
import { Button } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'

/** Opens the newest report. A draft or a withdrawn one is not the answer; nothing is shown without another one. */
export function NewestReport({ turbine }: { turbine: Turbine }) {
  const text = useText()
  const { locale } = useIntl()
  const layer = useReportLayer()
  const { data } = useQuery(reportsQuery(turbine.id))
  const report = data && newestReport(data, locale)
  if (!report) return null
  return (
    <Button
      variant="primary"
      icon={BookOpen}
      data-read-report={report.id}
      onPointerEnter={preloadReader}
      onFocus={preloadReader}
      onClick={() => void layer.open(String(report.id))}
    >
      {text('summary.report', { year: String(report.year) })}
    </Button>
  )
}

/** By the year of the inspection, then in the language of the reader, then by the day of the upload. */
function newestReport(reports: readonly Report[], language: string): Report | undefined {
  const current = reports.filter(({ is_draft, is_withdrawn }) => !is_draft && !is_withdrawn)
  const isOther = (report: Report) => Number(report.language !== null && report.language !== language)
  return current.sort(
    (a, b) =>
      b.year - a.year || isOther(a) - isOther(b) || Date.parse(b.uploaded_at) - Date.parse(a.uploaded_at),
  )[0]
}
