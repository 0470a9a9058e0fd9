import { isReportFile } from '#domain/report.ts'
import { isRenamed, type RenamedFile, withAcceptedName } from '#panel/staging/renamed-file.ts'

/** Picked files, grouped by whether they can be staged as reports. */
export interface PickedReports {
  accepted: File[]
  /** Reports whose names the server does not accept, with names that it accepts. They can be staged if the person wants it. */
  renamed: RenamedFile[]
  /** The names of the others: no PDF, or a name without a similar one that the server accepts. */
  skipped: string[]
}

export const NO_REPORTS: PickedReports = { accepted: [], renamed: [], skipped: [] }

/** Groups picked or dropped files. */
export function sortReports(files: readonly File[]): PickedReports {
  const sorted: PickedReports = { accepted: [], renamed: [], skipped: [] }
  for (const picked of files) {
    const named = withAcceptedName(picked)
    if (!named || !isReportFile(named.file)) sorted.skipped.push(picked.name)
    else if (isRenamed(named)) sorted.renamed.push(named)
    else sorted.accepted.push(picked)
  }
  return sorted
}
