import { isReportFile } from '#domain/report.ts'
import { type LeftOut, NOTHING_LEFT_OUT, type PickedFiles } from '#panel/outbox/picked-files.ts'
import { isRenamed, type RenamedFile, withAcceptedName } from '#panel/outbox/renamed-file.ts'

/** Picked files, grouped by whether they can be staged as reports. */
export interface PickedReports {
  accepted: File[]
  /** Reports whose names the server does not accept, with names that it accepts. They can be staged if the person wants it. */
  renamed: RenamedFile[]
  /** The names of the others: no PDF, or a name without a similar one that the server accepts. */
  skipped: string[]
  leftOut: LeftOut
}

export const NO_REPORTS: PickedReports = {
  accepted: [],
  renamed: [],
  skipped: [],
  leftOut: NOTHING_LEFT_OUT,
}

/** Groups picked or dropped files. The folders of a report say nothing about its place. */
export function sortReports({ files, leftOut }: PickedFiles): PickedReports {
  const sorted: PickedReports = { accepted: [], renamed: [], skipped: [], leftOut }
  for (const { file: picked } of files) {
    const named = withAcceptedName(picked)
    if (!named || !isReportFile(named.file)) sorted.skipped.push(picked.name)
    else if (isRenamed(named)) sorted.renamed.push(named)
    else sorted.accepted.push(picked)
  }
  return sorted
}
