import { drawFact } from './draw-cover.ts'
import { drawCrop, drawWholePicture } from './draw-picture.ts'
import { drawSeverity } from './draw-severity.ts'
import { drawParagraphs } from './draw-summary.ts'
import { COLOURS, CROP_RATIO, PAGE, TEXT_WIDTH } from './page-style.ts'
import type { Crop, FindingPage, HistoryStep } from './report-document.ts'
import type { TaggedPdf } from './tagged-pdf.ts'

const PHOTO = { w: 352, h: 235 }
const CROP_WIDTH = 236
const GAP = 20
const STEP_WIDTH = 118
const SEVERITY_SIDE = 34

/** The JPEGs of crops; a missing or damaged photo has none. */
export type Crops = ReadonlyMap<Crop, Buffer>

/** One page with everything about a finding. A long text continues on a second one. */
export function drawFinding(pdf: TaggedPdf, finding: FindingPage, crops: Crops): void {
  const { document } = pdf
  document.addPage()
  document.addNamedDestination(finding.destination)
  pdf.group('Sect', () => {
    drawHead(pdf, finding)
    drawPhotoAndFacts(pdf, finding)
    drawCropAndText(pdf, finding, crops)
    if (finding.history) drawHistory(pdf, finding.history, crops)
  })
}

function drawHead(pdf: TaggedPdf, { number, title, status, severity, severityName }: FindingPage): void {
  const { margin } = PAGE
  const x = margin + SEVERITY_SIDE + 14
  const width = TEXT_WIDTH - SEVERITY_SIDE - 14
  pdf.tagged('P', () => drawSeverity(pdf, severity, margin, margin, SEVERITY_SIDE))
  pdf.text('H2', title, { size: 16, bold: true, colour: COLOURS.ink, width }, x, margin - 2)
  const line = [number, severityName, status].join('  ·  ')
  pdf.text('P', line, { size: 9, colour: COLOURS.soft, width }, x, pdf.y + 3)
  pdf.y = Math.max(pdf.y, margin + SEVERITY_SIDE) + 14
}

/** The facts stand beside the photo; without a photo in three columns. */
function drawPhotoAndFacts(pdf: TaggedPdf, { photo, facts }: FindingPage): void {
  const top = pdf.y
  let bottom = top
  if (photo) {
    const place = drawWholePicture(pdf, photo, { x: PAGE.margin, y: top, ...PHOTO })
    const style = { size: 7.5, colour: COLOURS.faint, width: PHOTO.w }
    pdf.text('Caption', photo.caption, style, PAGE.margin, place.y + place.h + 5)
    bottom = pdf.y
  }
  const columns = photo ? 1 : 3
  const left = photo ? PAGE.margin + PHOTO.w + GAP : PAGE.margin
  const width = (PAGE.margin + TEXT_WIDTH - left - GAP * (columns - 1)) / columns
  let y = top
  pdf.group('L', () => {
    for (let row = 0; row < facts.length; row += columns) {
      const bottoms = facts
        .slice(row, row + columns)
        .map((fact, column) => drawFact(pdf, fact, left + column * (width + GAP), y, width))
      y = Math.max(...bottoms) + 7
    }
  })
  pdf.y = Math.max(y, bottom) + 12
}

/** The text stands beside the enlarged part; a long one below it. */
function drawCropAndText(pdf: TaggedPdf, { crop, paragraphs }: FindingPage, crops: Crops): void {
  if (!crop) {
    drawParagraphs(pdf, paragraphs)
    return
  }
  const height = CROP_WIDTH / CROP_RATIO
  pdf.ensure(height)
  const top = pdf.y
  drawCrop(pdf, crop, crops.get(crop), { x: PAGE.margin, y: top, w: CROP_WIDTH, h: height })
  const x = PAGE.margin + CROP_WIDTH + GAP
  const style = { size: 9.5, colour: COLOURS.ink, width: PAGE.margin + TEXT_WIDTH - x, lineGap: 2.5 }
  const heights = paragraphs.map((paragraph) => pdf.heightOf(paragraph, style) + 6)
  const fits = heights.reduce((sum, each) => sum + each, 0) <= height
  if (fits) {
    let y = top
    for (const [index, paragraph] of paragraphs.entries()) {
      pdf.text('P', paragraph, style, x, y)
      y += heights[index] ?? 0
    }
  }
  pdf.y = top + height + 14
  if (!fits) drawParagraphs(pdf, paragraphs)
}

function drawHistory(
  pdf: TaggedPdf,
  { title, steps }: NonNullable<FindingPage['history']>,
  crops: Crops,
): void {
  const gap = (TEXT_WIDTH - 4 * STEP_WIDTH) / 3
  const height = STEP_WIDTH / CROP_RATIO
  pdf.ensure(height + 90)
  pdf.text('H3', title, { size: 10, bold: true, colour: COLOURS.action, width: TEXT_WIDTH })
  const top = pdf.y + 6
  const bottoms = steps.map((step, index) =>
    drawStep(pdf, step, crops, { x: PAGE.margin + index * (STEP_WIDTH + gap), y: top, h: height }),
  )
  pdf.y = Math.max(...bottoms)
}

/** @returns where it ends */
function drawStep(
  pdf: TaggedPdf,
  { year, severity, severityName, lines, crop }: HistoryStep,
  crops: Crops,
  { x, y, h }: { x: number; y: number; h: number },
): number {
  pdf.group('Div', () => {
    const box = { x, y, w: STEP_WIDTH, h }
    if (crop) drawCrop(pdf, crop, crops.get(crop), box)
    else {
      pdf.artifact(() => {
        pdf.document.rect(x, y, STEP_WIDTH, h).lineWidth(0.5).fillAndStroke(COLOURS.sunken, COLOURS.hairline)
      })
    }
    pdf.tagged('P', () => {
      drawSeverity(pdf, severity, x, y + h + 7, 12)
      const name = { size: 8.5, bold: true, colour: COLOURS.ink, width: STEP_WIDTH - 18 }
      pdf.plainText(`${year}  ·  ${severityName}`, name, x + 17, y + h + 8)
    })
    for (const line of lines) {
      pdf.text('P', line, { size: 8, colour: COLOURS.soft, width: STEP_WIDTH }, x, pdf.y + 2)
    }
  })
  return pdf.y
}
