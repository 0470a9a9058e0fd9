import { drawSeverity, drawSign } from './draw-severity.ts'
import { drawTable } from './draw-table.ts'
import { COLOURS, PAGE, TEXT_WIDTH } from './page-style.ts'
import type { State, Summary } from './report-document.ts'
import type { TaggedPdf } from './tagged-pdf.ts'

const STATE_SIDE = 64

/** The state, the counts, what was not seen, the actions and the blades. */
export function drawSummary(pdf: TaggedPdf, summary: Summary): void {
  drawPageTitle(pdf, summary.title)
  drawState(pdf, summary.state)
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

/** Begins a chapter on a new page, with its place in the outline. */
export function drawPageTitle(pdf: TaggedPdf, title: string): void {
  pdf.document.addPage()
  pdf.y = PAGE.margin
  pdf.text('H1', title, { size: 21, bold: true, colour: COLOURS.ink, width: TEXT_WIDTH })
  pdf.y += 14
}

export function drawHeading(pdf: TaggedPdf, title: string): void {
  pdf.ensure(56)
  pdf.y += 8
  pdf.text('H2', title, { size: 12.5, bold: true, colour: COLOURS.action, width: TEXT_WIDTH })
  pdf.y += 6
}

export function drawParagraphs(pdf: TaggedPdf, paragraphs: string[]): void {
  for (const paragraph of paragraphs) {
    pdf.ensure(28)
    pdf.text('P', paragraph, { size: 9.5, colour: COLOURS.ink, width: TEXT_WIDTH, lineGap: 2.5 })
    pdf.y += 6
  }
}

function drawState(pdf: TaggedPdf, { letter, severity, name, sentence }: State): void {
  const { y } = pdf
  const x = PAGE.margin + STATE_SIDE + 18
  const width = TEXT_WIDTH - STATE_SIDE - 18
  pdf.tagged('P', () => drawSign(pdf, letter, severity, PAGE.margin, y, STATE_SIDE))
  pdf.text('P', name, { size: 15, bold: true, colour: COLOURS.ink, width }, x, y + 6)
  pdf.text('P', sentence, { size: 9.5, colour: COLOURS.soft, width, lineGap: 2 }, x, pdf.y + 3)
  pdf.y = Math.max(pdf.y, y + STATE_SIDE) + 18
}

/** One field for each severity. */
function drawCounts(pdf: TaggedPdf, counts: Summary['counts']): void {
  pdf.ensure(80)
  const gap = 8
  const width = (TEXT_WIDTH - gap * (counts.length - 1)) / counts.length
  const y = pdf.y + 6
  pdf.group('L', () => {
    counts.forEach(({ severity, name, count }, index) => {
      const x = PAGE.margin + index * (width + gap)
      pdf.artifact(() => {
        pdf.document
          .roundedRect(x, y, width, 54, 5)
          .lineWidth(0.6)
          .fillAndStroke(COLOURS.white, COLOURS.hairline)
      })
      const colour = count === 0 ? COLOURS.faint : COLOURS.ink
      pdf.group('LI', () => {
        pdf.tagged('Lbl', () => {
          drawSeverity(pdf, severity, x + 9, y + 9, 13)
          pdf.plainText(name, { size: 7.5, colour: COLOURS.soft, width: width - 14 }, x + 9, y + 38)
        })
        const style = { size: 17, bold: true, colour, width: width - 36, align: 'right' } as const
        pdf.text('LBody', String(count), style, x + 27, y + 7)
      })
    })
  })
  pdf.y = y + 68
}
