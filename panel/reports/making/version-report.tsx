import { FileCheck2 } from 'lucide-react'
import { useState } from 'react'
import type { Turbine } from '#domain/turbine.ts'
import { errorText } from '#panel/api/error-text.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { reportJobs } from '#panel/data/jobs/report-jobs.ts'
import { watchFileJob } from '#panel/frame/jobs/watched-file-jobs.ts'
import { language } from '#panel/preferences/language.ts'
import { Button } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'

interface VersionReportProps {
  turbine: Turbine
  year: number
  version: number
}

/** The button that orders the report of a published version in the language of the panel, also if there was one before. */
export function VersionReport({ turbine, year, version }: VersionReportProps) {
  const text = useText()
  const [mountedAt] = useState(() => String(Date.now()))
  const [ordered, setOrdered] = useState(0)
  const chosen = language.peek()
  const order = useApiMutation({
    name: ['report.order', turbine.id, year, version],
    call: () => {
      const draft = { language: chosen, version }
      return reportJobs.order({ turbineId: turbine.id, year }, draft, `${mountedAt} ${ordered} ${chosen}`)
    },
    onSuccess: (job) => {
      setOrdered((count) => count + 1)
      watchFileJob('report', turbine, job)
    },
    invalidates: () => [reportJobs.listQuery(turbine.id).queryKey],
    failureToast: (error) => ({ title: text('reports.make.failed'), message: errorText(text, error) }),
  })
  return (
    <Button
      size="small"
      variant="ghost"
      icon={FileCheck2}
      busy={order.isPending}
      aria-label={text('inspection.version.report.of', { n: String(version), language: chosen })}
      onClick={() => order.mutate(undefined)}
    >
      {text('inspection.version.report')}
    </Button>
  )
}
