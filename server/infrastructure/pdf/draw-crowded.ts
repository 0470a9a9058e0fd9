import { drawSeverity } from './draw-severity.ts'
import { inRows, type Measured, row } from './measured.ts'
import { COLOURS, severityColour, severitySign, TEXT_WIDTH } from './page-style.ts'
import { type DrawnMark, RADIUS } from './place-on-blade.ts'
import type { BladeMark } from './report-document.ts'
import { inGroup } from './tagged-parts.ts'
import type { TaggedPdf } from './tagged-pdf.ts'

/** The width and height of the mark of several findings, in points. */
const PILL = { w: 36, h: 2 * RADIUS }
const INDENT = PILL.w + 12
const CELLS = 8
const CELL_WIDTH = (TEXT_WIDTH - INDENT) / CELLS
const CELL_HEIGHT = 15
const SIGN = 9
const LABEL = { size: 8, colour: COLOURS.action }

/** Draws the sign of a mark: its severity, and beside it the number of its findings if there are several ones. */
export function drawSignOfMark(
  pdf: TaggedPdf,
  { findings, severity }: Pick<DrawnMark, 'findings' | 'severity'>,
  centre: number,
  middle: number,
): void {
  const { document } = pdf
  const digit = { size: 9, bold: true, colour: COLOURS.white, align: 'center' } as const
  const sign = severitySign(severity)
  if (findings.length === 1) {
    document
      .circle(centre, middle, RADIUS)
      .lineWidth(1.2)
      .fillAndStroke(severityColour(severity), COLOURS.white)
    pdf.draw(pdf.measure(sign, digit, 2 * RADIUS), centre - RADIUS, middle - 5.6)
    return
  }
  const [left, top, divider] = [centre - PILL.w / 2, middle - RADIUS, centre - PILL.w / 2 + 13.5]
  document
    .roundedRect(left, top, PILL.w, PILL.h, 4)
    .lineWidth(1.2)
    .fillAndStroke(severityColour(severity), COLOURS.white)
  document
    .moveTo(divider, top + 3)
    .lineTo(divider, top + PILL.h - 3)
    .lineWidth(0.5)
    .strokeOpacity(0.6)
    .stroke(COLOURS.white)
    .strokeOpacity(1)
  pdf.draw(pdf.measure(sign, digit, 13), left + 0.5, middle - 5.6)
  const count = { ...digit, size: 8.5, bold: false }
  pdf.draw(pdf.layout.measureLine(`×${findings.length}`, count, 21, 5), divider + 0.8, middle - 5.2)
}

/** Names the findings of the marks that stand for several ones. A click on one opens its page. */
export function drawCrowded(pdf: TaggedPdf, marks: readonly DrawnMark[], title: string): void {
  const crowded = marks
    .filter(({ findings }) => findings.length > 1)
    .toSorted((one, other) => one.x - other.x)
  if (crowded.length === 0) return
  const text = pdf.measure(title, { size: 8.5, colour: COLOURS.soft })
  pdf.ensure(text.height + 5 + 3 * CELL_HEIGHT)
  pdf.flow('P', text)
  pdf.y += 5
  for (const mark of crowded) {
    pdf.group('L', () => {
      for (const [index, findings] of inRows(mark.findings, CELLS).entries()) {
        pdf.add(measureRow(pdf, findings, index === 0 ? mark : undefined))
      }
    })
    pdf.y += 5
  }
  pdf.y += 5
}

/** @param mark stands before the first row of its findings */
function measureRow(pdf: TaggedPdf, findings: readonly BladeMark[], mark: DrawnMark | undefined): Measured {
  const cells = row(
    findings.map((finding) => inGroup(pdf, 'LI', measureCell(pdf, finding))),
    CELL_WIDTH,
  )
  return {
    height: CELL_HEIGHT,
    draw(x, y) {
      if (mark) pdf.artifact(() => drawSignOfMark(pdf, mark, x + PILL.w / 2, y + RADIUS + 1))
      cells.draw(x + INDENT, y + 1.5)
    },
  }
}

function measureCell(pdf: TaggedPdf, { severity, label, destination }: BladeMark): Measured {
  // The full number stands on the page of the finding.
  const text = pdf.layout.measureLine(label, LABEL, CELL_WIDTH - SIGN - 8, 6)
  return {
    height: CELL_HEIGHT,
    draw(x, y) {
      pdf.link(destination, label, () => {
        drawSeverity(pdf, severity, x, y + 1, SIGN)
        pdf.draw(text, x + SIGN + 4, y)
        return { x, y, w: CELL_WIDTH - 4, h: CELL_HEIGHT - 3 }
      })
    },
  }
}
