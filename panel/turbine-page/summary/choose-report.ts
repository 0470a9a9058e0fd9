import type { Report } from '#domain/report.ts'
import type { Language } from '#domain/text/language.ts'

/**
 * The report of the newest year that a reader opens: of its newest version, in the language of the panel if there is one; without one, the
 * last upload. Drafts and withdrawn ones are not the answer. Of a version the first one counts, because it was made with the publication:
 * a later one may be its first page alone. `newestReports` of the server chooses the same way.
 */
export function chooseReport(reports: readonly Report[], language: Language): Report | undefined {
  const current = reports.filter(({ is_draft, is_withdrawn }) => !is_draft && !is_withdrawn)
  const year = Math.max(...current.map((report) => report.year))
  const ofYear = current
    .filter((report) => report.year === year)
    .sort((a, b) => Date.parse(a.uploaded_at) - Date.parse(b.uploaded_at) || a.id - b.id)
  const version = Math.max(...ofYear.map(({ inspection_version }) => inspection_version ?? 0))
  if (version === 0) return ofYear.at(-1)
  const made = ofYear.filter(({ inspection_version }) => inspection_version === version)
  return made.find((report) => report.language === language) ?? made[0]
}
