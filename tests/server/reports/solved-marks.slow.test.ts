import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Finding, FindingStatus } from '#domain/findings/finding.ts'
import { describeReport } from '#server/features/inspections/description/describe-report.ts'
import { indexData } from '#server/features/inspections/description/report-data.ts'
import { placeOnBlade } from '#server/features/reports/pdf/place-on-blade.ts'
import { writeReport } from '#server/features/reports/pdf/write-report.ts'
import { readPdf } from '../../support/files/read-pdf.ts'
import { reportData } from '../../support/files/report-data.ts'
import { findingPart, reportDocument } from '../../support/files/report-documents.ts'
import { folder, setUpFolder } from '../../support/folder-setup.ts'

setUpFolder('file')

/** The blade maps of a report with findings of these statuses, at different places. */
function mapsOf(statuses: FindingStatus[], language: 'tr' | 'en' = 'tr') {
  const data = reportData(0, statuses.length)
  const findings = data.findings.map((finding, index) => ({
    ...finding,
    from_m: index * 20,
    earlier_id: null,
    status: statuses[index],
  })) as Finding[]
  return describeReport(
    indexData({ ...data, findings }, () => ''),
    language,
  )
}

it('says of every finding of a report whether it is solved, in the drawing, in its words and at its page', () => {
  const { bladeMaps, findings } = mapsOf(['open', 'repaired', 'closed', 'monitored'])
  const [blade] = bladeMaps.blades
  expect(blade?.marks.map(({ name, isSolved }) => [name, isSolved])).toEqual([
    ['LE-0', false],
    ['LE-1 (çözüldü)', true],
    ['LE-2 (çözüldü)', true],
    ['LE-3', false],
  ])
  expect(blade?.alt).toContain('A-LE-1 Hücum kenarı erozyonu (çözüldü)')
  expect(blade?.alt).not.toContain('A-LE-0 Hücum kenarı erozyonu (')
  expect(findings.parts.map(({ isSolved }) => isSolved)).toEqual([false, true, true, false])
})

it.each([
  ['tr', 'İçi boş, tikli işaretler'],
  ['en', 'Hollow marks with a tick'],
] as const)('explains the look of solved findings where there are some (%s)', (language, words) => {
  expect(mapsOf(['open', 'closed'], language).bladeMaps.text).toContain(words)
  expect(mapsOf(['open', 'monitored'], language).bladeMaps.text).not.toContain(words)
})

it('shows at a shared mark the worst finding that is not solved, and is solved only if all are', () => {
  const mark = (id: number, severity: 2 | 3 | 5, isSolved: boolean) => ({
    at: 0.5,
    extents: [],
    lane: 'leading' as const,
    label: `LE-${id}`,
    name: `LE-${id}`,
    destination: `finding-${id}`,
    severity,
    isSolved,
  })
  const drawn = (marks: ReturnType<typeof mark>[]) =>
    placeOnBlade(marks, 400, () => 0).map(({ severity, isSolved, destination }) => ({
      severity,
      isSolved,
      destination,
    }))
  expect(drawn([mark(1, 5, true), mark(2, 2, false), mark(3, 3, false)])).toEqual([
    { severity: 3, isSolved: false, destination: 'finding-3' },
  ])
  expect(drawn([mark(1, 2, true), mark(2, 5, true)])).toEqual([
    { severity: 5, isSolved: true, destination: 'finding-2' },
  ])
})

it('draws solved findings hollow: on the blade, in the contents and at the finding', async () => {
  const darkOf = async (isSolved: boolean) => {
    const parts = Array.from({ length: 6 }, (_, index) => findingPart(index + 1, { isSolved }))
    const path = join(folder, `${isSolved}.pdf`)
    await writeReport(reportDocument(parts), path, 0o640)
    const { pages, dark } = await readPdf(await readFile(path), 2)
    const of = (words: string) => {
      const place = pages.findIndex((page, index) => index > 0 && page.includes(words))
      return dark[place] ?? Number.NaN
    }
    return { contents: of('İçindekiler'), maps: of('Kanat haritaları\n'), findings: of('Kökten uzaklık') }
  }
  const [filled, hollow] = [await darkOf(false), await darkOf(true)]
  expect(hollow.maps).toBeLessThan(filled.maps)
  expect(hollow.contents).toBeLessThan(filled.contents)
  expect(hollow.findings).toBeLessThan(filled.findings)
})
