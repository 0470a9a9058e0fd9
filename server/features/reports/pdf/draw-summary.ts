import { inRows, type Measured, row, space, stack } from '#server/infrastructure/pdf/measured.ts'
import { COLOURS, PAGE, TEXT_HEIGHT, TEXT_WIDTH } from '#server/infrastructure/pdf/page-style.ts'
import { inGroup, tagText } from '#server/infrastructure/pdf/tagged-parts.ts'
import type { TaggedPdf } from '#server/infrastructure/pdf/tagged-pdf.ts'
import { drawSeverity, drawSign } from './draw-severity.ts'
import { drawTable } from './draw-table.ts'
import type { Chapter, SeverityCount, State, Summary } from './report-document.ts'

const PARAGRAPH = { size: 9.5, colour: COLOURS.ink, lineGap: 2.5 }
const PARAGRAPH_GAP = 6
/** The space above a chapter title within a page. */
const CHAPTER_GAP = 36
/** The minimum room for the summary below short contents. */
const SUMMARY_ROOM = 400
const STATE_SIDE = 64
const COUNT_HEIGHT = 54
const COUNT_GAP = 8
/** The minimum below a heading before a page break. */
const BELOW_HEADING = 60

/** The state, the counts, the gaps, the actions and the blades. */
export function drawSummary(pdf: TaggedPdf, summary: Summary): void {
  drawPageTitle(pdf, summary, SUMMARY_ROOM)
  pdf.add(measureState(pdf, summary.state))
  pdf.y += 18
  drawParagraphs(pdf, summary.paragraphs)
  drawCounts(pdf, summary.counts)
  drawHeading(pdf, summary.notSeen.title)
  drawParagraphs(pdf, summary.notSeen.paragraphs)
  drawHeading(pdf, summary.actions.title)
  drawParagraphs(pdf, [summary.actions.text])
  if (summary.actions.table.rows.length > 0) drawTable(pdf, summary.actions.table)
  drawHeading(pdf, summary.blades.title)
  drawTable(pdf, summary.blades.table)
}

/** Begins a chapter on a new page, or below the content if there is much room. @returns its place in the outline */
export function drawPageTitle(
  pdf: TaggedPdf,
  { title, destination }: Chapter,
  roomWanted = TEXT_HEIGHT,
): PDFKit.PDFOutline {
  if (CHAPTER_GAP + roomWanted > pdf.room) pdf.document.addPage()
  else pdf.y += CHAPTER_GAP
  const place = pdf.addToOutline(title)
  pdf.addDestination(destination)
  pdf.flow('H1', pdf.measure(title, { size: 21, bold: true, colour: COLOURS.ink }))
  pdf.y += 14
  return place
}

export function drawHeading(pdf: TaggedPdf, title: string): void {
  const text = pdf.measure(title, { size: 12.5, bold: true, colour: COLOURS.action })
  pdf.ensure(8 + text.height + 6 + BELOW_HEADING)
  pdf.y += 8
  pdf.flow('H2', text)
  pdf.y += 6
}

export function drawParagraphs(pdf: TaggedPdf, paragraphs: readonly string[]): void {
  for (const paragraph of paragraphs) {
    pdf.flow('P', pdf.measure(paragraph, PARAGRAPH))
    pdf.y += PARAGRAPH_GAP
  }
}

/** A paragraph that stays on one page. */
export function measureParagraph(pdf: TaggedPdf, paragraph: string): Measured {
  return stack(tagText(pdf, 'P', pdf.measure(paragraph, PARAGRAPH)), space(PARAGRAPH_GAP))
}

function measureState(pdf: TaggedPdf, { letter, severity, name, sentence }: State): Measured {
  const width = TEXT_WIDTH - STATE_SIDE - 18
  const words = stack(
    space(6),
    tagText(pdf, 'P', pdf.measure(name, { size: 15, bold: true, colour: COLOURS.ink }, width)),
    space(3),
    tagText(pdf, 'P', pdf.measure(sentence, { size: 9.5, colour: COLOURS.soft, lineGap: 2 }, width)),
  )
  return {
    height: Math.max(STATE_SIDE, words.height),
    draw(x, y) {
      pdf.tagged('P', () => drawSign(pdf, letter, severity, x, y, STATE_SIDE))
      words.draw(x + STATE_SIDE + 18, y)
    },
  }
}

/** One field per severity. */
function drawCounts(pdf: TaggedPdf, counts: readonly SeverityCount[]): void {
  const inRow = Math.max(1, Math.min(6, counts.length))
  for (const some of inRows(counts, inRow)) {
    const measured = measureCounts(pdf, some, inRow)
    pdf.ensure(measured.height + 14)
    const y = pdf.y + 6
    measured.draw(PAGE.margin, y)
    pdf.y = y + measured.height + 14
  }
}

/** A row with one field per severity. @param columns the fields of a full row */
export function measureCounts(
  pdf: TaggedPdf,
  counts: readonly SeverityCount[],
  columns = counts.length,
): Measured {
  const width = (TEXT_WIDTH - COUNT_GAP * (columns - 1)) / columns
  return inGroup(
    pdf,
    'L',
    row(
      counts.map((count) => measureCount(pdf, count, width)),
      width + COUNT_GAP,
    ),
  )
}

function measureCount(pdf: TaggedPdf, { severity, name, count }: SeverityCount, width: number): Measured {
  const colour = count === 0 ? COLOURS.faint : COLOURS.ink
  const small = { size: 7.5, colour: COLOURS.soft }
  const label = pdf.layout.measureLine(name, small, width - 14, 5.5)
  const digits = { size: 17, bold: true, colour, align: 'right' } as const
  const number = pdf.layout.measureLine(String(count), digits, width - 36, 9)
  return {
    height: COUNT_HEIGHT,
    draw(x, y) {
      pdf.artifact(() => {
        pdf.document
          .roundedRect(x, y, width, COUNT_HEIGHT, 5)
          .lineWidth(0.6)
          .fillAndStroke(COLOURS.white, COLOURS.hairline)
      })
      pdf.group('LI', () => {
        pdf.tagged('Lbl', () => {
          drawSeverity(pdf, severity, x + 9, y + 9, 13)
          pdf.draw(label, x + 9, y + 38)
        })
        tagText(pdf, 'LBody', number).draw(x + 27, y + 7 + (22 - number.height) / 2)
      })
    },
  }
}
