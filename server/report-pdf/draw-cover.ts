import { drawCoveringPicture } from './draw-picture.ts'
import { drawSign } from './draw-severity.ts'
import { COLOURS, PAGE, TEXT_WIDTH } from './page-style.ts'
import type { Cover, Fact, ReportDocument } from './report-document.ts'
import type { TaggedPdf } from './tagged-pdf.ts'

const PICTURE = { x: 0, y: 104, w: PAGE.width, h: 318 }
const STATE_SIDE = 52

/** The first page: the turbine, its state, and the facts of the inspection. */
export function drawCover(pdf: TaggedPdf, { cover, number }: ReportDocument): void {
  pdf.document.addPage()
  pdf.group('Sect', () => {
    drawHead(pdf, number)
    // A cover without a photo has the colour of the product, with the rotor of its mark.
    if (!cover.picture || !drawCoveringPicture(pdf, cover.picture, PICTURE)) {
      pdf.artifact(() => {
        pdf.document.rect(PICTURE.x, PICTURE.y, PICTURE.w, PICTURE.h).fill(COLOURS.action)
        drawRotor(pdf, PICTURE.w * 0.72, PICTURE.y + PICTURE.h * 0.52, 8.6)
      })
    }
    drawTitle(pdf, cover)
    drawFacts(pdf, cover.facts, pdf.y + 20)
  })
}

function drawHead(pdf: TaggedPdf, number: string): void {
  const { margin } = PAGE
  pdf.artifact(() => {
    pdf.document.roundedRect(margin, margin - 6, 26, 26, 5.5).fill(COLOURS.action)
    drawRotor(pdf, margin + 13, margin + 8.4, 0.63)
  })
  pdf.text('P', 'Kanat', { size: 16, bold: true, colour: COLOURS.action }, margin + 35, margin - 3)
  const style = { size: 9, colour: COLOURS.soft, width: TEXT_WIDTH, align: 'right' } as const
  pdf.text('P', number, style, margin, margin + 2)
}

/** The three blades of the logo, around a centre. */
function drawRotor(pdf: TaggedPdf, x: number, y: number, scale: number): void {
  const { document } = pdf
  document.save().translate(x, y).scale(scale)
  for (const turn of [0, 120, 240]) {
    document
      .save()
      .rotate(turn)
      .path('M-1.1-2.6-.5-16.6c.03-.6.66-.62.78-.05C1.2-12.6 3.5-8.2 3.1-4.3 2.9-2.6 1.2-2.3-1.1-2.6Z')
      .fill(COLOURS.white)
      .restore()
  }
  document.circle(0, 0, 1.7).fill(COLOURS.white).restore()
}

function drawTitle(pdf: TaggedPdf, { kind, turbine, place, state }: Cover): void {
  const { margin } = PAGE
  const width = TEXT_WIDTH - STATE_SIDE - 110
  const top = PICTURE.y + PICTURE.h + 34
  pdf.text('P', kind, { size: 11, bold: true, colour: COLOURS.action, width }, margin, top)
  pdf.text('H1', turbine, { size: 27, bold: true, colour: COLOURS.ink, width }, margin, pdf.y + 5)
  pdf.text('P', place, { size: 12, colour: COLOURS.soft, width }, margin, pdf.y + 3)
  const bottom = pdf.y
  const x = margin + TEXT_WIDTH - STATE_SIDE
  pdf.tagged('P', () => {
    drawSign(pdf, state.letter, state.severity, x, top, STATE_SIDE)
    const style = { size: 9, colour: COLOURS.soft, width: 150, align: 'right' } as const
    pdf.plainText(state.name, style, margin + TEXT_WIDTH - 150, top + STATE_SIDE + 7)
  })
  pdf.y = Math.max(bottom, pdf.y)
}

/** Names and values in two columns. */
function drawFacts(pdf: TaggedPdf, facts: Fact[], top: number): void {
  const gap = 24
  const width = (TEXT_WIDTH - gap) / 2
  let y = top
  pdf.group('L', () => {
    for (let row = 0; row < facts.length; row += 2) {
      pdf.artifact(() => {
        for (const x of [PAGE.margin, PAGE.margin + width + gap]) {
          pdf.document
            .moveTo(x, y)
            .lineTo(x + width, y)
            .lineWidth(0.5)
            .stroke(COLOURS.hairline)
        }
      })
      const bottoms = facts
        .slice(row, row + 2)
        .map((fact, column) => drawFact(pdf, fact, PAGE.margin + column * (width + gap), y + 7, width))
      y = Math.max(...bottoms) + 7
    }
  })
  pdf.y = y
}

/** @returns where it ends */
export function drawFact(pdf: TaggedPdf, { name, value }: Fact, x: number, y: number, width: number): number {
  pdf.group('LI', () => {
    pdf.text('Lbl', name, { size: 8, colour: COLOURS.faint, width }, x, y)
    pdf.text('LBody', value, { size: 9.5, bold: true, colour: COLOURS.ink, width, lineGap: 1 }, x, y + 11)
  })
  return pdf.y
}
