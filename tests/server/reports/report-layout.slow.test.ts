import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ReportDocument } from '#server/features/reports/pdf/report-document.ts'
import { writeReport } from '#server/features/reports/pdf/write-report.ts'
import { TaggedPdf } from '#server/infrastructure/pdf/tagged-pdf.ts'
import { jpeg } from '../../support/builders.ts'
import { hostileReport, manyLines, type Shape, TEXTS } from '../../support/files/hostile-reports.ts'
import {
  type LaidOutPage,
  type LaidOutPdf,
  readPdfLayout,
  type TextBox,
} from '../../support/files/read-pdf-layout.ts'
import { reportDocument } from '../../support/files/report-documents.ts'
import { folder, setUpFolder } from '../../support/folder-setup.ts'

/** The area of a page that texts may use, in points, without the footer. */
const AREA = { left: 40, right: 556, top: 24, bottom: 842 - 60 }
const COVER_BOTTOM = 842 - 24
/** A page that is not the last one of its chapter has at least as many lines. */
const LINES_MIN = 3

const ORDINARY: Shape = {
  language: 'tr',
  line: () => 'Yayla 7',
  lines: () => 'Boya yer yer kalkmış.',
  findings: 3,
  metres: 40,
  earlier: 1,
  measures: 2,
  photos: 3,
  bladeLength: 60,
}

let picture: string
let files = 0
setUpFolder('file')
beforeAll(async () => {
  picture = join(folder, 'photo.jpg')
  await writeFile(picture, await jpeg({ width: 320, height: 240 }))
})

async function layOut(report: ReportDocument): Promise<LaidOutPdf> {
  const path = join(folder, `${++files}.pdf`)
  await writeReport(report, path, 0o640)
  return await readPdfLayout(await readFile(path))
}

const inBody = ({ bottom }: TextBox) => bottom <= AREA.bottom

/** How many lines of text a page has above its footer. */
function countLines({ boxes }: LaidOutPage): number {
  const middles = boxes
    .filter(inBody)
    .map(({ top, bottom }) => (top + bottom) / 2)
    .sort((a, b) => a - b)
  return middles.filter((middle, index) => index === 0 || middle - (middles[index - 1] ?? 0) > 3).length
}

/** The texts that cover another one. */
function overlaps(boxes: readonly TextBox[]): [TextBox, TextBox][] {
  const sorted = boxes.toSorted((a, b) => a.top - b.top)
  return sorted.flatMap((one, index) => {
    const found: [TextBox, TextBox][] = []
    for (let next = index + 1; (sorted[next]?.top ?? Number.POSITIVE_INFINITY) < one.bottom - 1; next += 1) {
      const other = sorted[next] as TextBox
      const width = Math.min(one.right, other.right) - Math.max(one.left, other.left)
      const height = Math.min(one.bottom, other.bottom) - other.top
      if (width > 1 && height > 1) found.push([one, other])
    }
    return found
  })
}

/** The first page of each chapter and of each finding. */
function beginningsOf({ outline }: LaidOutPdf): number[] {
  return outline.flatMap(({ page, entries }) => [page, ...entries.map((entry) => entry.page)])
}

/** What must be true of every report. */
function checkLayout(report: ReportDocument, pdf: LaidOutPdf): void {
  const { pages, outline } = pdf
  const plain = (text: string) => printer.printable(text).replaceAll(/\s/g, '')
  for (const [index, { boxes }] of pages.entries()) {
    const isCover = index === 0
    const isMarked = report.draft !== null && pages[index]?.letters.includes(plain(report.draft))
    expect(isMarked, `page ${index + 1}`).toBe(report.draft !== null)
    for (const box of boxes) {
      expect(box.left, `page ${index + 1}`).toBeGreaterThan(AREA.left)
      expect(box.right, `page ${index + 1}`).toBeLessThan(AREA.right)
      expect(box.top, `page ${index + 1}`).toBeGreaterThan(AREA.top)
      expect(box.bottom, `page ${index + 1}`).toBeLessThan(COVER_BOTTOM)
    }
    expect(overlaps(boxes), `page ${index + 1}`).toEqual([])
    if (isCover) continue
    const words = report.pageWords.replace('{page}', `${index + 1}`).replace('{pages}', `${pages.length}`)
    expect(pages[index]?.letters).toContain(plain(words))
    // Between the body and the footer is a space.
    expect(boxes.filter(({ top, bottom }) => bottom > AREA.bottom && top < AREA.bottom + 5)).toEqual([])
  }
  const beginnings = new Set([...beginningsOf(pdf), pages.length])
  const thin = pages.flatMap((page, index) =>
    index > 0 && !beginnings.has(index + 1) && countLines(page) < LINES_MIN ? [index + 1] : [],
  )
  expect(thin).toEqual([])
  expect(outline.map(({ page }) => page).slice(0, 2)).toEqual([0, 1])
  const { findings } = report
  const titles = [
    report.title,
    report.contents.title,
    report.summary.title,
    ...(report.changes ? [report.changes.title] : []),
    report.bladeMaps.title,
    findings.title,
  ]
  expect(outline.map(({ title }) => title)).toEqual(
    [...titles, report.photos.title, report.method.title].map((title) => printer.printable(title)),
  )
  const ofFindings = outline.find(({ title }) => title === printer.printable(findings.title))
  const pagesOfFindings = ofFindings?.entries ?? []
  expect(pagesOfFindings.map(({ title }) => title)).toEqual(
    findings.parts.map(({ number, title }) => `${number} ${title}`),
  )
  for (const [index, { page }] of pagesOfFindings.entries()) {
    const finding = findings.parts[index]
    expect(pages[page]?.letters).toContain(plain(`${finding?.number} · ${finding?.severityName}`))
  }
  // Nothing that somebody typed is lost.
  const cover = pages[0]?.letters ?? ''
  for (const text of [
    report.cover.turbine,
    report.cover.place,
    ...report.cover.facts.map(({ value }) => value),
  ]) {
    expect(cover.includes(plain(text)), text).toBe(true)
  }
}

const printer = new TaggedPdf(reportDocument([]))

/** The number of pages of each chapter. */
function chapterLengths({ pages, outline }: LaidOutPdf): number[] {
  return outline.map(({ page }, index) => (outline[index + 1]?.page ?? pages.length) - page)
}

const text = fc.constantFrom(...Object.values(TEXTS))
const shapes: fc.Arbitrary<Shape> = fc.record({
  language: fc.constantFrom('tr', 'en'),
  line: text,
  lines: fc.oneof(text, fc.constant(manyLines)),
  findings: fc.constantFrom(0, 1, 2),
  metres: fc.constantFrom(0, 4, 45),
  earlier: fc.nat(12),
  measures: fc.nat(7),
  photos: fc.constantFrom(0, 1, 20),
  bladeLength: fc.constantFrom(null, 0.5, 60, 200),
})

describe('the pages of a report', () => {
  it.each(Object.keys(TEXTS).map((name, index) => [name, index % 2 === 0 ? 'tr' : 'en'] as const))(
    'of %s in every field are full and cover nothing (%s)',
    async (name, language) => {
      const line = TEXTS[name] ?? String
      const report = hostileReport({ ...ORDINARY, findings: 1, language, line, lines: line }, picture)
      const pdf = await layOut(report)
      checkLayout(report, pdf)
      expect(chapterLengths(pdf)[0]).toBe(1)
    },
  )

  it.each(Object.keys(TEXTS))(
    'of a second version with changes of %s are full and cover nothing',
    async (name) => {
      const line = TEXTS[name] ?? String
      const report = hostileReport({ ...ORDINARY, isSecond: true, line, lines: line }, picture)
      expect(report.changes?.table.rows.length).toBeGreaterThan(20)
      checkLayout(report, await layOut(report))
    },
  )

  it('are full and cover nothing for hostile shapes', async () => {
    await fc.assert(
      fc.asyncProperty(shapes, async (shape) => {
        const report = hostileReport(shape, picture)
        checkLayout(report, await layOut(report))
      }),
      { numRuns: 6, seed: 22, endOnFailure: true },
    )
  })

  it.each([
    [0, 1, 1],
    [1, 1, 1],
    [24, 1, 1],
    [70, 2, 2],
    [500, 3, 3],
  ])('hold %i findings in one place on %i maps', async (findings, most) => {
    const report = hostileReport({ ...ORDINARY, findings, metres: 4, earlier: 0, photos: 0 })
    // The pages of the findings are like those of a few.
    report.findings.parts = report.findings.parts.slice(0, 2)
    const pdf = await layOut(report)
    checkLayout(report, pdf)
    const [cover, , , maps = 0] = chapterLengths(pdf)
    expect(cover).toBe(1)
    expect(maps).toBeLessThanOrEqual(most)
    const [first = 0, last = 0] = [pdf.outline[3]?.page, pdf.outline[4]?.page]
    const drawn = pdf.pages
      .slice(first, last)
      .map(({ letters }) => letters)
      .join('')
    for (const { label } of report.bladeMaps.blades.flatMap(({ marks }) => marks)) {
      expect(drawn).toContain(label)
    }
  })

  it.each([[0], [1], [4], [5], [12]])('keep %i earlier years of a finding together', async (earlier) => {
    const report = hostileReport({ ...ORDINARY, findings: 1, earlier, measures: 7 }, picture)
    const pdf = await layOut(report)
    checkLayout(report, pdf)
    expect(chapterLengths(pdf)[4]).toBe(earlier > 5 ? 2 : 1)
    const steps = report.findings.parts[0]?.history?.steps ?? []
    expect(steps).toHaveLength(earlier)
    const pages = pdf.pages.map(({ letters }) => letters)
    for (const { year, severityName, lines } of steps) {
      const parts = [`${year}·${severityName}`, ...lines].map((part) => part.replaceAll(/\s/g, ''))
      expect(pages.some((page) => parts.every((part) => page.includes(part)))).toBe(true)
    }
  })

  it('of an ordinary report are as many as its chapters need', async () => {
    for (const language of ['tr', 'en'] as const) {
      const pdf = await layOut(hostileReport({ ...ORDINARY, language }, picture))
      expect(chapterLengths(pdf)).toEqual([1, 0, 2, 1, 2, 1, 2])
    }
  })

  it.each(['tr', 'en'] as const)('of 46 findings with photos are 30 at most (%s)', async (language) => {
    const shape = { ...ORDINARY, language, findings: 46, photos: 46, earlier: 0 }
    const report = hostileReport(shape, picture)
    const pdf = await layOut(report)
    checkLayout(report, pdf)
    expect(pdf.pages.length).toBeLessThanOrEqual(30)
  })

  it('stand in the contents, for every chapter and finding', async () => {
    const report = hostileReport({ ...ORDINARY, findings: 100, earlier: 0 }, picture)
    const pdf = await layOut(report)
    const [, contents, ...chapters] = pdf.outline
    const listed = pdf.pages
      .slice(contents?.page, (chapters[0]?.page ?? 0) + 1)
      .map(({ letters }) => letters)
      .join('')
    for (const { title, page, entries } of chapters) {
      for (const line of [{ title, page }, ...entries]) {
        expect(listed).toContain(`${line.title}${line.page + 1}`.replaceAll(/\s/g, ''))
      }
    }
  })
})
