import { describe, expect, it } from 'vitest'
import type { Report } from '#domain/report.ts'
import { chooseReport } from '#panel/turbine-page/summary/choose-report.ts'

const report = (id: number, fields: Partial<Report>): Report => ({
  id,
  original_filename: `${id}.pdf`,
  file_size_bytes: 1,
  uploaded_at: `2026-10-${String(id).padStart(2, '0')}T10:00:00.000Z`,
  report_url: '',
  thumb_url: null,
  first_name: '',
  last_name: '',
  year: 2026,
  language: null,
  inspection_version: null,
  is_draft: false,
  is_withdrawn: false,
  ...fields,
})
const turkish = report(1, { language: 'tr', inspection_version: 1 })
const english = report(2, { language: 'en', inspection_version: 1 })

describe('the report that a reader opens', () => {
  it('is in the language of the panel', () => {
    expect(chooseReport([english, turkish], 'tr')).toBe(turkish)
    expect(chooseReport([english, turkish], 'en')).toBe(english)
    expect(chooseReport([english], 'tr')).toBe(english)
  })

  it('is the whole one of the publication, of the newest version and year', () => {
    const firstPage = report(9, { language: 'tr', inspection_version: 1 })
    const second = report(5, { language: 'tr', inspection_version: 2 })
    const before = report(10, { language: 'tr', inspection_version: 3, year: 2025 })
    expect(chooseReport([firstPage, turkish, before], 'tr')).toBe(turkish)
    expect(chooseReport([firstPage, turkish, second, before], 'tr')).toBe(second)
  })

  it('is otherwise the last upload, and never a draft or a withdrawn one', () => {
    const uploads = [report(4, {}), report(6, {}), report(5, {})]
    expect(chooseReport(uploads, 'tr')).toBe(uploads[1])
    expect(
      chooseReport([report(7, { is_draft: true }), report(8, { is_withdrawn: true })], 'tr'),
    ).toBeUndefined()
    expect(chooseReport([], 'tr')).toBeUndefined()
  })
})
