import type { Crops } from './crop-picture.ts'
import { measureFact, measureFactRows } from './draw-facts.ts'
import { drawHistory } from './draw-history.ts'
import { drawCrop, drawWholePicture } from './draw-picture.ts'
import { drawSeverity } from './draw-severity.ts'
import { drawParagraphs } from './draw-summary.ts'
import { type Measured, row, space, stack } from './measured.ts'
import { COLOURS, CROP_RATIO, PAGE, TEXT_WIDTH } from './page-style.ts'
import type { FindingPage } from './report-document.ts'
import { tagText } from './tagged-parts.ts'
import type { TaggedPdf } from './tagged-pdf.ts'

const PHOTO = { w: 352, h: 235 }
const CROP_WIDTH = 236
const GAP = 20
const COLUMN_WIDTH = TEXT_WIDTH - PHOTO.w - GAP
const FACT_GAP = 7
const SEVERITY_SIDE = 34

/** One page with everything about a finding. A long text continues on a second one. */
export function drawFinding(pdf: TaggedPdf, finding: FindingPage, crops: Crops): void {
  pdf.group('Sect', () => {
    pdf.add(measureHead(pdf, finding))
    pdf.y += 14
    drawPhotoAndFacts(pdf, finding)
    drawCropAndText(pdf, finding, crops)
    if (finding.history) drawHistory(pdf, finding.history, crops)
  })
}

function measureHead(
  pdf: TaggedPdf,
  { number, title, status, severity, severityName }: FindingPage,
): Measured {
  const indent = SEVERITY_SIDE + 14
  const width = TEXT_WIDTH - indent
  const line = [number, severityName, status].join('  ·  ')
  const words = stack(
    tagText(pdf, 'H2', pdf.measure(title, { size: 16, bold: true, colour: COLOURS.ink }, width)),
    space(3),
    tagText(pdf, 'P', pdf.measure(line, { size: 9, colour: COLOURS.soft }, width)),
  )
  return {
    height: Math.max(words.height - 2, SEVERITY_SIDE),
    draw(x, y) {
      pdf.tagged('P', () => drawSeverity(pdf, severity, x, y, SEVERITY_SIDE))
      words.draw(x + indent, y - 2)
    },
  }
}

/** The facts stand beside the photo, and those without room below it; without a photo in three columns. */
function drawPhotoAndFacts(pdf: TaggedPdf, { photo, facts }: FindingPage): void {
  const top = pdf.y
  let beside = 0
  if (photo) {
    const place = drawWholePicture(pdf, photo, { x: PAGE.margin, y: top, ...PHOTO })
    const caption = pdf.measure(photo.caption, { size: 7.5, colour: COLOURS.faint }, PHOTO.w)
    tagText(pdf, 'Caption', caption).draw(PAGE.margin, place.y + place.h + 5)
    const bottom = place.y + place.h + 5 + caption.height
    pdf.group('L', () => {
      beside = drawFactsBeside(pdf, facts, top, bottom)
    })
    pdf.y = Math.max(pdf.y, bottom) + FACT_GAP
  }
  drawFactRows(pdf, facts.slice(beside), photo !== null)
  pdf.y += 12 - FACT_GAP
}

/** Draws as many facts as end above `bottom`. @returns how many */
function drawFactsBeside(pdf: TaggedPdf, facts: FindingPage['facts'], top: number, bottom: number): number {
  let y = top
  for (const [index, fact] of facts.entries()) {
    const measured = measureFact(pdf, fact, COLUMN_WIDTH)
    if (y + measured.height > bottom) return index
    measured.draw(PAGE.margin + PHOTO.w + GAP, y)
    y += measured.height + FACT_GAP
    pdf.y = y - FACT_GAP
  }
  return facts.length
}

/** @param isBelowPhoto true if the last column stands below the facts beside the photo */
function drawFactRows(pdf: TaggedPdf, facts: FindingPage['facts'], isBelowPhoto: boolean): void {
  if (facts.length === 0) return
  const columns = 3
  const width = isBelowPhoto ? COLUMN_WIDTH : (TEXT_WIDTH - GAP * (columns - 1)) / columns
  const gap = (TEXT_WIDTH - columns * width) / (columns - 1)
  pdf.group('L', () => {
    for (const some of measureFactRows(pdf, facts, { columns, width, gap })) {
      pdf.add(some)
      pdf.y += FACT_GAP
    }
  })
}

/** The text stands beside the enlarged part; a long one below it. */
function drawCropAndText(pdf: TaggedPdf, { crop, paragraphs }: FindingPage, crops: Crops): void {
  if (!crop) {
    drawParagraphs(pdf, paragraphs)
    return
  }
  const height = CROP_WIDTH / CROP_RATIO
  const style = { size: 9.5, colour: COLOURS.ink, lineGap: 2.5 }
  const width = TEXT_WIDTH - CROP_WIDTH - GAP
  const text = stack(
    ...paragraphs.map((paragraph) =>
      stack(tagText(pdf, 'P', pdf.measure(paragraph, style, width)), space(6)),
    ),
  )
  const fits = text.height <= height
  const picture: Measured = {
    height,
    draw: (x, y) => drawCrop(pdf, crop, crops.get(crop), { x, y, w: CROP_WIDTH, h: height }),
  }
  pdf.add(row(fits ? [picture, text] : [picture], CROP_WIDTH + GAP))
  pdf.y += 14
  if (!fits) drawParagraphs(pdf, paragraphs)
}
