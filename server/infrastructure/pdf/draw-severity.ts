import type { Severity } from '#domain/findings/finding-type.ts'
import { COLOURS, severityColour, severitySign } from './page-style.ts'
import type { TaggedPdf } from './tagged-pdf.ts'

/** Draws a severity: its number on its colour. Belongs into a tagged element or an artifact. @param side of the square, in points */
export function drawSeverity(pdf: TaggedPdf, severity: Severity | null, x: number, y: number, side: number) {
  drawSign(pdf, severitySign(severity), severity, x, y, side)
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
  const style = { size: side * 0.66, bold: true, colour: COLOURS.white, align: 'center' } as const
  pdf.draw(pdf.measure(sign, style, side), x, y + side * 0.5 - style.size * 0.62)
  // Without a space, a screen reader would read the sign and the text after it as one word.
  pdf.layout.drawSpace(x + side, y)
}
