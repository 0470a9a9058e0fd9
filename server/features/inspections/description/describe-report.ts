import type { ReportExtent } from '#domain/inspections/report-job.ts'
import type { Language } from '#domain/text/language.ts'
import type { ReportDocument } from '#server/features/reports/pdf/report-document.ts'
import { describeBlades } from './describe-blades.ts'
import { describeChanges } from './describe-changes.ts'
import { describeCover, turbineName } from './describe-cover.ts'
import { describeFinding } from './describe-finding.ts'
import { describeMethod, describePhotos } from './describe-method.ts'
import { describeSummary } from './describe-summary.ts'
import type { IndexedData } from './report-data.ts'
import { sortFindings } from './report-findings.ts'
import { ReportWords } from './report-words.ts'

/** The content of the report, in its language. With the first page alone, the findings have no parts. */
export function describeReport(
  data: IndexedData,
  language: Language,
  extent: ReportExtent = 'full',
): ReportDocument {
  const words = new ReportWords(language)
  const { turbine, inspection, author } = data
  const findings = sortFindings(data)
  const named = { turbine: turbineName(data), year: String(inspection.year) }
  const isFull = extent === 'full'
  return {
    language,
    extent,
    title: words.text('title', named),
    number: reportNumber(data),
    author: `${author}, ${turbine.company_name}`,
    createdAt: data.readAt,
    pageWords: words.text('pages', { page: '{page}', pages: '{pages}' }),
    draft: data.release === null ? words.text('draft.line') : null,
    cover: describeCover(data, words, findings, extent),
    contents: { title: words.text('contents.title'), destination: 'contents' },
    summary: describeSummary(data, words, findings),
    changes: describeChanges(data, words),
    bladeMaps: describeBlades(data, words, findings),
    findings: {
      title: words.text('findings.title'),
      destination: 'findings',
      none: words.text('findings.none'),
      parts: isFull
        ? [...findings.own, ...findings.leftOver].map((finding) => describeFinding(data, words, finding))
        : [],
    },
    photos: describePhotos(data, words),
    method: describeMethod(data, words),
  }
}

/** The number for readers, such as `T07-2026-2`. */
function reportNumber({ turbine, inspection, version }: IndexedData): string {
  return `${turbine.code}-${inspection.year}-${version}`
}
