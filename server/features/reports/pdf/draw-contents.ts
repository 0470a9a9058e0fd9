import { inRows } from '#server/infrastructure/pdf/measured.ts'
import { COLOURS, PAGE, TEXT_WIDTH } from '#server/infrastructure/pdf/page-style.ts'
import type { TaggedPdf } from '#server/infrastructure/pdf/tagged-pdf.ts'
import { drawSeverityOf } from './draw-severity.ts'
import { drawPageTitle } from './draw-summary.ts'
import type { Chapter, FindingPart, ReportDocument } from './report-document.ts'

const CHAPTER_HEIGHT = 22
const FINDING_HEIGHT = 14
const COLUMNS = 2
const GAP = 24
const COLUMN_WIDTH = (TEXT_WIDTH - GAP) / COLUMNS
const NUMBER_WIDTH = 62
const PAGE_WIDTH = 30
const SIGN = 9

/** A line of the contents, with its place on the page. */
interface Entry {
  page: number
  x: number
  y: number
  of: Chapter | FindingPart
}

/**
 * Begins the contents, which list the chapters and the findings, and reserves their space.
 *
 * @returns a function that draws them once all pages are known
 */
export function reserveContents(pdf: TaggedPdf, report: ReportDocument): () => void {
  const { contents, summary, changes, bladeMaps, findings, photos, method } = report
  const entries: Entry[] = []
  drawPageTitle(pdf, contents)
  const fill = pdf.reserve('TOC')
  for (const chapter of [summary, ...(changes ? [changes] : []), bladeMaps, findings]) placeChapter(chapter)
  placeFindings(findings.parts)
  for (const chapter of [photos, method]) placeChapter(chapter)
  return () =>
    fill(() => {
      for (const entry of entries) {
        pdf.document.switchToPage(entry.page - 1)
        pdf.group('TOCI', () => drawEntry(pdf, entry))
      }
    })

  function placeChapter(of: Chapter): void {
    pdf.ensure(CHAPTER_HEIGHT)
    entries.push({ page: pdf.pageNumber, x: PAGE.margin, y: pdf.y, of })
    pdf.y += CHAPTER_HEIGHT
  }

  /** Findings fill columns: down the first one, then the next. */
  function placeFindings(all: readonly FindingPart[]): void {
    for (let rest = all; rest.length > 0; ) {
      pdf.ensure(FINDING_HEIGHT)
      const rows = Math.min(Math.floor(pdf.room / FINDING_HEIGHT), Math.ceil(rest.length / COLUMNS))
      for (const [column, some] of inRows(rest.slice(0, rows * COLUMNS), rows).entries()) {
        const x = PAGE.margin + column * (COLUMN_WIDTH + GAP)
        for (const [row, of] of some.entries()) {
          entries.push({ page: pdf.pageNumber, x, y: pdf.y + row * FINDING_HEIGHT, of })
        }
      }
      pdf.y += rows * FINDING_HEIGHT
      rest = rest.slice(rows * COLUMNS)
    }
    pdf.y += all.length > 0 ? FINDING_HEIGHT / 2 : 0
  }
}

function drawEntry(pdf: TaggedPdf, { x, y, of }: Entry): void {
  const page = String(pdf.pageOf(of.destination) ?? '')
  if ('number' in of) {
    pdf.link(of.destination, `${of.number} ${of.title}, ${page}`, () => drawFindingLine(pdf, of, page, x, y))
    return
  }
  pdf.link(of.destination, `${of.title}, ${page}`, () => {
    const style = { size: 11, bold: true, colour: COLOURS.ink }
    pdf.draw(pdf.layout.measureLine(of.title, style, TEXT_WIDTH - PAGE_WIDTH), x, y + 4)
    drawPageNumber(pdf, page, x + TEXT_WIDTH, y + 4, 11)
    return { x, y, w: TEXT_WIDTH, h: CHAPTER_HEIGHT }
  })
}

/** The number, the type and the page. Shortened texts are complete at the finding. */
function drawFindingLine(pdf: TaggedPdf, finding: FindingPart, page: string, x: number, y: number) {
  const { number, title } = finding
  const left = x + SIGN + 5
  drawSeverityOf(pdf, finding, x, y + 2, SIGN)
  const named = { size: 8, bold: true, colour: COLOURS.action }
  pdf.draw(pdf.layout.measureLine(number, named, NUMBER_WIDTH - 4, 6), left, y + 1)
  pdf.layout.drawSpace(left + NUMBER_WIDTH - 4, y + 1)
  const typeWidth = COLUMN_WIDTH - SIGN - 5 - NUMBER_WIDTH - PAGE_WIDTH
  const type = pdf.layout.measureLine(title, { size: 8, colour: COLOURS.soft }, typeWidth)
  pdf.draw(type, left + NUMBER_WIDTH, y + 1)
  drawPageNumber(pdf, page, x + COLUMN_WIDTH, y + 1, 8)
  return { x, y, w: COLUMN_WIDTH, h: FINDING_HEIGHT }
}

function drawPageNumber(pdf: TaggedPdf, page: string, right: number, y: number, size: number): void {
  pdf.layout.drawSpace(right - PAGE_WIDTH, y)
  const style = { size, colour: COLOURS.ink, align: 'right' } as const
  pdf.draw(pdf.measure(page, style, PAGE_WIDTH), right - PAGE_WIDTH, y)
}
