import { expect, it } from 'vitest'
import { acceptedName } from '#panel/reports/edit-report.tsx'

it.each([
  ['rapor.pdf', 'rapor.pdf'],
  [' rapor ', 'rapor.pdf'],
  ['Rapor.PDF', 'Rapor.PDF'],
  ['Kanat çatlağı 1', 'Kanat_catlagi_1.pdf'],
  ['2026.09', '2026.09.pdf'],
  ['', undefined],
  ['.pdf', undefined],
  ['报告', undefined],
  ['a'.repeat(200), undefined],
])('saves %j as %j', (typed, name) => {
  expect(acceptedName(typed)).toBe(name)
})
