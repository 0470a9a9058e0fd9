import { bladeOutline, leadingEdge, trailingEdge } from './blade-shape.ts'
import { drawHeading, drawPageTitle, drawParagraphs } from './draw-summary.ts'
import { COLOURS, PAGE, severityColour, severitySign, TEXT_WIDTH } from './page-style.ts'
import type { BladeMap, BladeMaps, BladeMark, Lane } from './report-document.ts'
import type { TaggedPdf } from './tagged-pdf.ts'

const RADIUS = 7.5
/** The least distance of two marks beside each other, because of their labels. */
const DISTANCE = 31
/** The distance of two marks above each other. */
const ROW = 25
const LENGTH = TEXT_WIDTH - 12
const AXIS_SPACE = 34

/** The drawing of each blade with its findings; a click on a mark opens the page of the finding. */
export function drawBladeMaps(pdf: TaggedPdf, { title, text, root, tip, blades }: BladeMaps): void {
  drawPageTitle(pdf, title)
  drawParagraphs(pdf, [text])
  for (const blade of blades) drawBlade(pdf, blade, { root, tip })
}

interface PlacedMark extends BladeMark {
  x: number
  /** The distance from the axis; negative above it. */
  y: number
}

function drawBlade(pdf: TaggedPdf, blade: BladeMap, ends: { root: string; tip: string }): void {
  const marks = placeMarks(blade.marks)
  const above = Math.max(30, ...marks.map(({ y }) => -y + RADIUS + 11))
  const below = Math.max(42, ...marks.map(({ y }) => y + RADIUS + 11))
  pdf.ensure(above + below + AXIS_SPACE + 60)
  pdf.group('Sect', () => {
    drawHeading(pdf, blade.name)
    const [left, axis] = [PAGE.margin + 6, pdf.y + above]
    drawOutline(pdf, blade, ends, { left, axis, below })
    for (const mark of marks) drawMark(pdf, mark, left, axis)
    pdf.y = axis + below + AXIS_SPACE
    if (blade.note !== '') {
      pdf.text('P', blade.note, { size: 8.5, colour: COLOURS.soft, width: TEXT_WIDTH })
      pdf.y += 6
    }
  })
}

function drawOutline(
  pdf: TaggedPdf,
  { alt, ticks, marks }: BladeMap,
  { root, tip }: { root: string; tip: string },
  { left, axis, below }: { left: number; axis: number; below: number },
): void {
  const { document } = pdf
  const bbox: [number, number, number, number] = [left, axis - 40, left + LENGTH, axis + below + AXIS_SPACE]
  pdf.tagged(
    'Figure',
    () => {
      const outline = bladeOutline(LENGTH).map(([x, y]) => [left + x, axis + y] as [number, number])
      document
        .polygon(...outline)
        .lineWidth(0.9)
        .fillAndStroke(COLOURS.sunken, COLOURS.outline)
      document
        .moveTo(left + 4, axis)
        .lineTo(left + LENGTH * 0.96, axis)
        .lineWidth(0.4)
        .dash(3, { space: 3 })
        .stroke(COLOURS.outline)
        .undash()
      const scale = axis + below + 8
      document
        .moveTo(left, scale)
        .lineTo(left + LENGTH, scale)
        .lineWidth(0.6)
        .stroke(COLOURS.outline)
      const small = { size: 7, colour: COLOURS.soft }
      for (const { at, text } of ticks) {
        const x = left + at * LENGTH
        document
          .moveTo(x, scale)
          .lineTo(x, scale + 3)
          .lineWidth(0.6)
          .stroke(COLOURS.outline)
        pdf.plainText(text, { ...small, width: 40, align: 'center' }, x - 20, scale + 5)
      }
      pdf.plainText(root, { ...small, bold: true }, left, scale + 14)
      pdf.plainText(tip, { ...small, bold: true, width: 60, align: 'right' }, left + LENGTH - 60, scale + 14)
      for (const mark of marks) drawRange(pdf, mark, left, axis)
    },
    { alt: pdf.printable(alt), bbox },
  )
}

/** The part of the blade that a finding takes. */
function drawRange(
  pdf: TaggedPdf,
  { from, to, lane, severity }: BladeMark,
  left: number,
  axis: number,
): void {
  if (to <= from) return
  const steps = Array.from({ length: 13 }, (_, step) => from + ((to - from) * step) / 12)
  const { document } = pdf
  for (const [index, at] of steps.entries()) {
    const [x, y] = [left + at * LENGTH, axis + edgeOf(lane, at)]
    if (index === 0) document.moveTo(x, y)
    else document.lineTo(x, y)
  }
  document.lineWidth(3).lineCap('round').stroke(severityColour(severity)).lineCap('butt')
}

function drawMark(
  pdf: TaggedPdf,
  { x, y, severity, label, destination }: PlacedMark,
  left: number,
  axis: number,
) {
  const [centre, middle] = [left + x, axis + y]
  pdf.link(destination, label, () => {
    pdf.document
      .circle(centre, middle, RADIUS)
      .lineWidth(1.2)
      .fillAndStroke(severityColour(severity), COLOURS.white)
    const digit = { size: 9, bold: true, colour: COLOURS.white, width: 2 * RADIUS, align: 'center' } as const
    pdf.plainText(severitySign(severity), digit, centre - RADIUS, middle - 5.6)
    const name = { size: 7, colour: COLOURS.ink, width: 40, align: 'center' } as const
    const labelY = y <= 0 ? middle - RADIUS - 9.5 : middle + RADIUS + 1.5
    // The outline may run behind the label.
    const half = pdf.widthOf(label, name.size) / 2 + 1.5
    pdf.document
      .roundedRect(centre - half, labelY - 0.5, 2 * half, 9, 2)
      .fillOpacity(0.85)
      .fill(COLOURS.white)
    pdf.document.fillOpacity(1)
    pdf.plainText(label, name, centre - 20, labelY)
    return { x: centre - 12, y: Math.min(labelY, middle - RADIUS), w: 24, h: 2 * RADIUS + 10 }
  })
}

/** The distance of a lane from the axis of the blade. */
function edgeOf(lane: Lane, at: number): number {
  switch (lane) {
    case 'leading':
      return -leadingEdge(at)
    case 'pressure':
      return -leadingEdge(at) * 0.5
    case 'inside':
      return 0
    case 'suction':
      return trailingEdge(at) * 0.45
    case 'trailing':
      return trailingEdge(at)
  }
}

/** Marks at almost the same place move away from the axis, so that no mark covers another one. */
function placeMarks(marks: readonly BladeMark[]): PlacedMark[] {
  const placed: PlacedMark[] = []
  for (const mark of marks) {
    const at = (mark.from + mark.to) / 2
    const x = Math.min(Math.max(at * LENGTH, RADIUS), LENGTH - RADIUS)
    const begin = edgeOf(mark.lane, at)
    const direction = begin > 0 ? 1 : -1
    let y = begin
    while (placed.some((other) => Math.abs(other.x - x) < DISTANCE && Math.abs(other.y - y) < ROW)) {
      y += direction * 4
    }
    placed.push({ ...mark, x, y })
  }
  return placed
}
