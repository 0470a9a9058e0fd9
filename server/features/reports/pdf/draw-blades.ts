import type { Measured } from '#server/infrastructure/pdf/measured.ts'
import { COLOURS, PAGE, TEXT_WIDTH } from '#server/infrastructure/pdf/page-style.ts'
import type { TaggedPdf } from '#server/infrastructure/pdf/tagged-pdf.ts'
import { bladeOutline, leadingEdge, trailingEdge } from './blade-shape.ts'
import { drawSignOfMark, measureCrowded } from './draw-crowded.ts'
import { drawHeading, drawPageTitle, drawParagraphs } from './draw-summary.ts'
import { type DrawnMark, isAboveAxis, placeOnBlade, RADIUS, widthOfMark } from './place-on-blade.ts'
import type { BladeMap, BladeMaps, BladeMark, Lane } from './report-document.ts'
import { severityColour } from './severity-style.ts'

const LENGTH = TEXT_WIDTH - 12
/** The space below the drawing for the metres and the names of the ends. */
const AXIS_SPACE = 31
/** The height of a blade's name, with its margins. */
const HEADING_SPACE = 31
const LABEL = { size: 7, colour: COLOURS.ink }
const SMALL = { size: 7, colour: COLOURS.soft }

/** The drawing of each blade with its findings; a mark links to its finding's page. */
export function drawBladeMaps(pdf: TaggedPdf, maps: BladeMaps): void {
  drawPageTitle(pdf, maps)
  drawParagraphs(pdf, [maps.text])
  let isExplained = false
  for (const blade of maps.blades) {
    const hasCrowded = drawBlade(pdf, blade, isExplained ? { ...maps, crowded: '' } : maps)
    isExplained ||= hasCrowded
  }
}

/** @returns true if marks of this blade stand for several findings, listed below it */
function drawBlade(pdf: TaggedPdf, blade: BladeMap, { root, tip, crowded }: BladeMaps): boolean {
  const marks = placeOnBlade(blade.marks, LENGTH, edgeOf)
  const listed = measureCrowded(pdf, marks)
  const above = Math.max(30, ...marks.map(({ y }) => -y + RADIUS + 11))
  const below = Math.max(42, ...marks.map(({ y }) => y + RADIUS + 11))
  const note = pdf.measure(blade.note, { size: 8.5, colour: COLOURS.soft })
  // The heading, the drawing and the first lines of the note stay together.
  pdf.ensure(above + below + AXIS_SPACE + HEADING_SPACE + Math.min(note.height, 40))
  pdf.group('Sect', () => {
    drawHeading(pdf, blade.name)
    const [left, axis] = [PAGE.margin + 6, pdf.y + above]
    drawOutline(pdf, blade, { root, tip }, { left, axis, below })
    for (const mark of marks) drawMark(pdf, mark, left, axis)
    pdf.y = axis + below + AXIS_SPACE
    if (blade.note !== '') {
      pdf.flow('P', note)
      pdf.y += 6
    }
    if (listed.length > 0) drawListed(pdf, listed, crowded)
  })
  return listed.length > 0
}

/** @param explanation above the first list of the report; empty for the others */
function drawListed(pdf: TaggedPdf, rows: Measured[], explanation: string): void {
  const text = pdf.measure(explanation, { size: 8.5, colour: COLOURS.soft })
  const height = rows
    .slice(0, 2)
    .reduce((sum, row) => sum + row.height, explanation === '' ? 0 : text.height + 3)
  pdf.ensure(height)
  if (explanation !== '') {
    pdf.flow('P', text)
    pdf.y += 3
  }
  pdf.group('L', () => {
    for (const row of rows) pdf.add(row)
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
      for (const { at, text } of ticks) {
        const x = left + at * LENGTH
        document
          .moveTo(x, scale)
          .lineTo(x, scale + 3)
          .lineWidth(0.6)
          .stroke(COLOURS.outline)
        pdf.draw(pdf.layout.measureLine(text, { ...SMALL, align: 'center' }, 46, 5), x - 23, scale + 5)
      }
      pdf.draw(pdf.layout.measureLine(root, { ...SMALL, bold: true }, 60), left, scale + 14)
      const end = pdf.layout.measureLine(tip, { ...SMALL, bold: true, align: 'right' }, 60)
      pdf.draw(end, left + LENGTH - 60, scale + 14)
      for (const mark of marks) drawExtents(pdf, mark, left, axis)
    },
    { alt: pdf.printable(alt), bbox },
  )
}

/** The ranges of a finding on the blade. */
function drawExtents(
  pdf: TaggedPdf,
  { extents, lane, severity, isSolved }: BladeMark,
  left: number,
  axis: number,
): void {
  const { document } = pdf
  for (const { from, to } of extents) {
    if (to <= from) continue
    const steps = Array.from({ length: 13 }, (_, step) => from + ((to - from) * step) / 12)
    for (const [index, at] of steps.entries()) {
      const [x, y] = [left + at * LENGTH, axis + edgeOf(lane, at)]
      if (index === 0) document.moveTo(x, y)
      else document.lineTo(x, y)
    }
    document
      .lineWidth(isSolved ? 1 : 3)
      .lineCap('round')
      .stroke(severityColour(severity))
      .lineCap('butt')
  }
}

function drawMark(pdf: TaggedPdf, mark: DrawnMark, left: number, axis: number): void {
  const { x, y, findings, destination } = mark
  const [centre, middle] = [left + x, axis + y]
  const [first] = findings
  const label = findings.length > 1 ? `${first.label} …` : first.label
  drawLeader(pdf, mark, left, axis)
  pdf.link(destination, findings.map((each) => each.name).join(', '), () => {
    drawSignOfMark(pdf, mark, centre, middle)
    const name = pdf.measure(label, { ...LABEL, align: 'center' }, 60)
    const labelY = isAboveAxis(mark) ? middle - RADIUS - 9.5 : middle + RADIUS + 1.5
    // The outline may run behind the label.
    const half = pdf.layout.widthOf(label, LABEL) / 2 + 1.5
    pdf.document
      .roundedRect(centre - half, labelY - 0.5, 2 * half, 9, 2)
      .fillOpacity(0.85)
      .fill(COLOURS.white)
    pdf.document.fillOpacity(1)
    pdf.draw(name, centre - 30, labelY)
    const width = Math.max(24, widthOfMark(mark))
    return { x: centre - width / 2, y: Math.min(labelY, middle - RADIUS), w: width, h: 2 * RADIUS + 10 }
  })
}

/** A leader line from a displaced mark to its place. */
function drawLeader(pdf: TaggedPdf, { x, y, at, lane }: DrawnMark, left: number, axis: number): void {
  const [placeX, placeY] = [at * LENGTH, edgeOf(lane, at)]
  if (Math.hypot(placeX - x, placeY - y) < RADIUS) return
  pdf.artifact(() => {
    pdf.document
      .moveTo(left + x, axis + y)
      .lineTo(left + placeX, axis + placeY)
      .lineWidth(0.5)
      .stroke(COLOURS.outline)
  })
}

/** The distance of a lane from the blade's axis. */
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
