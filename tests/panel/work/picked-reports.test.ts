import { expect, it } from 'vitest'
import { NOTHING_LEFT_OUT } from '#panel/outbox/picked-files.ts'
import { sortReports } from '#panel/reports/picked-reports.ts'
import { refusedReports } from '#panel/reports/refused-reports.ts'

const file = (name: string, content = 'x') => new File([content], name)

it('offers reports with other names under the nearest name that the server accepts', () => {
  const picked = [
    file('rapor-1.pdf'),
    file('Kanat çatlağı 2026.PDF'),
    file('foto.jpg'),
    file('報告.pdf'),
  ].map((one) => ({ file: one, folders: ['Raporlar', '2026'] }))
  const leftOut = { ...NOTHING_LEFT_OUT, systemFiles: 2 }
  const { accepted, renamed, skipped, ...others } = sortReports({ files: picked, leftOut })
  expect(others).toEqual({ leftOut })
  expect(accepted.map(({ name }) => name)).toEqual(['rapor-1.pdf'])
  expect(renamed.map(({ pickedName, file }) => [pickedName, file.name])).toEqual([
    ['Kanat çatlağı 2026.PDF', 'Kanat_catlagi_2026.PDF'],
  ])
  expect(skipped).toEqual(['foto.jpg', '報告.pdf'])
})

it('marks only the refused one of two reports with one name, whichever comes first', () => {
  const good = { file: file('rapor.pdf', '%PDF-1.7 with pages') }
  const bad = { file: file('rapor.pdf', 'no PDF') }
  const rejected = [{ name: 'rapor.pdf', error: 'unsupported_file' as const, message: 'Bu dosya PDF değil.' }]
  const data = [{ original_filename: 'rapor.pdf', file_size_bytes: good.file.size }]
  for (const staged of [
    [good, bad],
    [bad, good],
  ])
    expect([...refusedReports(staged, { data, rejected })]).toEqual([[bad, 'Bu dosya PDF değil.']])
  const both = refusedReports([good, bad], { data: [], rejected: [...rejected, ...rejected] })
  expect([...both.keys()]).toEqual([good, bad])
})
