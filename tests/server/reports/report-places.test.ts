import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { ReportDocument } from '#server/features/reports/pdf/report-document.ts'
import { writeReport } from '#server/features/reports/pdf/write-report.ts'
import { jpeg } from '../../support/builders.ts'
import { hostileReport } from '../../support/files/hostile-reports.ts'
import { readDrawnObjects } from '../../support/files/read-drawn-objects.ts'
import { folder, setUpFolder } from '../../support/folder-setup.ts'

setUpFolder('file')

/** A report with everything that can be drawn: crowded marks, photos with their marks, earlier years, actions, a text of two pages. */
async function fullReport(): Promise<ReportDocument> {
  const picture = join(folder, 'photo.jpg')
  await writeFile(picture, await jpeg({ width: 320, height: 240 }))
  const report = hostileReport(
    {
      language: 'tr',
      line: (max) => 'Yayla 7 kuzey yamacı'.slice(0, max),
      lines: (max) => 'Boya yer yer kalkmış, altı görünüyor. '.repeat(20).slice(0, max).trim(),
      findings: 12,
      metres: 8,
      earlier: 6,
      measures: 3,
      photos: 2,
      bladeLength: 60,
    },
    picture,
  )
  const [first, second, third] = report.findings.parts
  if (first?.photo?.mark) first.photo.mark.outlines = [[[0.02, 0.01]]]
  if (third) third.paragraphs = Array.from({ length: 60 }, () => 'Boya ve jelkot yer yer kalkmış.')
  report.findings.parts = [first, second, third].filter((page) => page !== undefined)
  report.photos.table.rows.length = 2
  return report
}

// What a change of the drawing moves, a look at the PDF has to approve: `npx vitest run report-places -u` records the new places.
it('everything of a report stands where it stood', async () => {
  const path = join(folder, 'report.pdf')
  await writeReport(await fullReport(), path, 0o640)
  const lines = await readDrawnObjects(await readFile(path))
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('report-places.txt')
})
