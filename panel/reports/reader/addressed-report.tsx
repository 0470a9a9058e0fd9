import { useEffect } from 'react'
import { Id } from '#domain/fields.ts'
import type { Report } from '#domain/report.ts'
import { lazyDialog } from '#panel/ui/late-scripts/lazy-part.tsx'
import { useReportLayer } from './report-address.ts'

const ReportReader = lazyDialog(() => import('./report-reader.tsx'))

/** Loads the script of the reader, when somebody is about to open it. */
export const preloadReader = ReportReader.preload

/** The reader with the report in the address. A report that is gone is not looked for. */
export function AddressedReport({ reports }: { reports: readonly Report[] }) {
  const layer = useReportLayer()
  const id = Id.safeParse(layer.value).data
  const report = reports.find((each) => each.id === id)
  const isGone = layer.value !== undefined && !report
  // biome-ignore lint/correctness/useExhaustiveDependencies: `close` is a new function in each render
  useEffect(() => {
    if (isGone) void layer.close()
  }, [isGone])
  return report && <ReportReader key={report.id} report={report} onClose={() => void layer.close()} />
}
