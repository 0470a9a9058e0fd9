import { type Measured, row, space } from '#server/infrastructure/pdf/measured.ts'
import { COLOURS, TEXT_WIDTH } from '#server/infrastructure/pdf/page-style.ts'
import { inGroup } from '#server/infrastructure/pdf/tagged-parts.ts'
import type { TaggedPdf } from '#server/infrastructure/pdf/tagged-pdf.ts'
import { drawSeverityOf, drawTick } from './draw-severity.ts'
import { type DrawnMark, RADIUS } from './place-on-blade.ts'
import type { BladeMark } from './report-document.ts'
import { severityColour, severitySign } from './severity-style.ts'

/** The width and height of the mark of several findings, in points. */
const PILL = { w: 36, h: 2 * RADIUS }
/** The columns for a mark and each of its findings. */
const COLUMNS = 9
const CELL_WIDTH = TEXT_WIDTH / COLUMNS
const CELL_HEIGHT = 15
const MARK_HEIGHT = PILL.h + 4
const SIGN = 9
const TICK_RADIUS = 3
const LABEL = { size: 8, colour: COLOURS.action }

/** Draws a mark's sign: its severity, and the number of its findings if several. It is hollow, with a tick, if all are solved. */
export function drawSignOfMark(
  pdf: TaggedPdf,
  { findings, severity, isSolved }: Pick<DrawnMark, 'findings' | 'severity' | 'isSolved'>,
  centre: number,
  middle: number,
): void {
  const { document } = pdf
  const [ground, border] = isSolved
    ? [COLOURS.white, severityColour(severity)]
    : [severityColour(severity), COLOURS.white]
  const colour = isSolved ? COLOURS.ink : COLOURS.white
  const digit = { size: 9, bold: true, colour, align: 'center' } as const
  const sign = severitySign(severity)
  if (findings.length === 1) {
    document.circle(centre, middle, RADIUS).lineWidth(1.2).fillAndStroke(ground, border)
    pdf.draw(pdf.measure(sign, digit, 2 * RADIUS), centre - RADIUS, middle - 5.6)
    if (isSolved) drawTick(pdf, centre + RADIUS * 0.8, middle - RADIUS * 0.8, TICK_RADIUS)
    return
  }
  const [left, top, divider] = [centre - PILL.w / 2, middle - RADIUS, centre - PILL.w / 2 + 13.5]
  document.roundedRect(left, top, PILL.w, PILL.h, 4).lineWidth(1.2).fillAndStroke(ground, border)
  document
    .moveTo(divider, top + 3)
    .lineTo(divider, top + PILL.h - 3)
    .lineWidth(0.5)
    .strokeOpacity(0.6)
    .stroke(colour)
    .strokeOpacity(1)
  pdf.draw(pdf.measure(sign, digit, 13), left + 0.5, middle - 5.6)
  const count = { ...digit, size: 8.5, bold: false }
  pdf.draw(pdf.layout.measureLine(`×${findings.length}`, count, 21, 5), divider + 0.8, middle - 5.2)
  if (isSolved) drawTick(pdf, left + PILL.w, top, TICK_RADIUS)
}

/** The rows naming the findings of shared marks. A name links to its finding. */
export function measureCrowded(pdf: TaggedPdf, marks: readonly DrawnMark[]): Measured[] {
  const crowded = marks.filter(({ findings }) => findings.length > 1).toSorted((a, b) => a.x - b.x)
  return rowsOf(pdf, crowded).map((cells) => row(cells, CELL_WIDTH))
}

/** Marks with their findings side by side. A mark without room for all its findings begins a new row. */
function rowsOf(pdf: TaggedPdf, marks: readonly DrawnMark[]): Measured[][] {
  const rows: Measured[][] = []
  let last: Measured[] = []
  const beginRow = (first: Measured[]) => {
    last = first
    rows.push(last)
  }
  for (const mark of marks) {
    if (rows.length === 0 || last.length + 1 + mark.findings.length > COLUMNS) beginRow([])
    last.push(measureMark(pdf, mark))
    for (const finding of mark.findings) {
      if (last.length === COLUMNS) beginRow([space(0)])
      last.push(inGroup(pdf, 'LI', measureCell(pdf, finding)))
    }
  }
  return rows
}

function measureMark(pdf: TaggedPdf, mark: DrawnMark): Measured {
  return {
    height: MARK_HEIGHT,
    draw: (x, y) => pdf.artifact(() => drawSignOfMark(pdf, mark, x + PILL.w / 2, y + RADIUS + 1)),
  }
}

function measureCell(pdf: TaggedPdf, mark: BladeMark): Measured {
  const { label, name, destination } = mark
  // The finding's page has the full number.
  const text = pdf.layout.measureLine(label, LABEL, CELL_WIDTH - SIGN - 8, 6)
  return {
    height: CELL_HEIGHT,
    draw(x, y) {
      pdf.link(destination, name, () => {
        drawSeverityOf(pdf, mark, x, y + 2.5, SIGN)
        pdf.draw(text, x + SIGN + 4, y + 1.5)
        return { x, y, w: CELL_WIDTH - 4, h: CELL_HEIGHT - 2 }
      })
    },
  }
}
