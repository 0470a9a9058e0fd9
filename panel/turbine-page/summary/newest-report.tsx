import { useQuery } from '@tanstack/react-query'
import { BookOpen } from 'lucide-react'
import { useIntl } from 'react-intl'
import type { Language } from '#domain/text/language.ts'
import type { Turbine } from '#domain/turbine.ts'
import { reportsQuery } from '#panel/data/reports.ts'
import { preloadReader } from '#panel/reports/reader/addressed-report.tsx'
import { useReportLayer } from '#panel/reports/reader/report-address.ts'
import { Button } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'
import { chooseReport } from './choose-report.ts'

/** Opens the newest report; nothing is shown without one. */
export function NewestReport({ turbine }: { turbine: Turbine }) {
  const text = useText()
  const layer = useReportLayer()
  const language = useIntl().locale as Language
  const { data } = useQuery(reportsQuery(turbine.id))
  const report = data && chooseReport(data, language)
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
