import type { Severity } from '#domain/findings/finding-type.ts'
import { COLOURS } from '#server/infrastructure/pdf/page-style.ts'
import type { TaggedPdf } from '#server/infrastructure/pdf/tagged-pdf.ts'
import { severityColour, severitySign } from './severity-style.ts'

/** The greatest radius of a tick, in points. */
const TICK_MAX = 4.5

/** Draws a severity: its number on its colour. Call it inside a tagged element or an artifact. @param side of the square, in points */
export function drawSeverity(pdf: TaggedPdf, severity: Severity | null, x: number, y: number, side: number) {
  drawSign(pdf, severitySign(severity), severity, x, y, side)
}

/** Like `drawSeverity`. A solved finding's severity is hollow, with a tick at its corner. */
export function drawSeverityOf(
  pdf: TaggedPdf,
  { severity, isSolved }: { severity: Severity | null; isSolved: boolean },
  x: number,
  y: number,
  side: number,
): void {
  if (!isSolved) {
    drawSeverity(pdf, severity, x, y, side)
    return
  }
  pdf.document
    .roundedRect(x + 0.5, y + 0.5, side - 1, side - 1, side * 0.2)
    .lineWidth(1)
    .fillAndStroke(COLOURS.white, severityColour(severity))
  drawDigit(pdf, severitySign(severity), { x, y, side, colour: COLOURS.ink })
  drawTick(pdf, x + side, y, Math.min(side * 0.3, TICK_MAX))
}

/** Draws the tick of a solved finding in a circle around this place. @param radius in points */
export function drawTick(pdf: TaggedPdf, x: number, y: number, radius: number): void {
  pdf.document.circle(x, y, radius).fill(COLOURS.solved)
  pdf.document
    .moveTo(x - radius * 0.5, y)
    .lineTo(x - radius * 0.1, y + radius * 0.4)
    .lineTo(x + radius * 0.55, y - radius * 0.4)
    .lineWidth(radius * 0.3)
    .stroke(COLOURS.white)
}

/** Draws a letter or a number on the colour of a severity. */
export function drawSign(
  pdf: TaggedPdf,
  sign: string,
  severity: Severity | null,
  x: number,
  y: number,
  side: number,
): void {
  pdf.document.roundedRect(x, y, side, side, side * 0.22).fill(severityColour(severity))
  drawDigit(pdf, sign, { x, y, side, colour: COLOURS.white })
}

function drawDigit(
  pdf: TaggedPdf,
  sign: string,
  { x, y, side, colour }: { x: number; y: number; side: number; colour: string },
): void {
  const style = { size: side * 0.66, bold: true, colour, align: 'center' } as const
  pdf.draw(pdf.measure(sign, style, side), x, y + side * 0.5 - style.size * 0.62)
  // Without a space, a screen reader would join the sign and the text after it.
  pdf.layout.drawSpace(x + side, y)
}
