import { expect, it } from 'vitest'
import { isReportFile, reportName } from '#domain/report.ts'

it('accepts PDFs with names of ASCII letters, digits, dots, hyphens and underscores', () => {
  const names = [
    'T01_Rapor-2026.v2.pdf',
    'RAPOR.PDF',
    'rapor.pdf.exe',
    'rapor',
    'a.docx',
    'iki kelime.pdf',
    'yıl.pdf',
  ]
  expect(names.filter((name) => isReportFile({ name }))).toEqual(['T01_Rapor-2026.v2.pdf', 'RAPOR.PDF'])
})

it('shows a name without the numeric prefix of stored names, and keeps a year with its month', () => {
  const shown = {
    '1763717400000-42-rapor.pdf': 'rapor.pdf',
    '17-3-T01-2026.pdf': 'T01-2026.pdf',
    '2026-09-rapor.pdf': '2026-09-rapor.pdf',
    '2026-13-rapor.pdf': 'rapor.pdf',
    '17-3-': '17-3-',
    'rapor-17-3-a.pdf': 'rapor-17-3-a.pdf',
  }
  for (const [stored, name] of Object.entries(shown)) expect(reportName(stored)).toBe(name)
})
