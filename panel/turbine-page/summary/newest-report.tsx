import { useQuery } from '@tanstack/react-query'
import { BookOpen } from 'lucide-react'
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
  const layer = useReportLayer()
  const { data } = useQuery(reportsQuery(turbine.id))
  const report = data && newestReport(data)
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

/** By the year of the inspection, then by the day of the upload. */
function newestReport(reports: readonly Report[]): Report | undefined {
  const current = reports.filter(({ is_draft, is_withdrawn }) => !is_draft && !is_withdrawn)
  return current.sort((a, b) => b.year - a.year || Date.parse(b.uploaded_at) - Date.parse(a.uploaded_at))[0]
}
