import { type Measured, space, stack } from '#server/infrastructure/pdf/measured.ts'
import { COLOURS, CROP_RATIO, PAGE, TEXT_HEIGHT, TEXT_WIDTH } from '#server/infrastructure/pdf/page-style.ts'
import { inGroup, tagText } from '#server/infrastructure/pdf/tagged-parts.ts'
import type { TaggedPdf } from '#server/infrastructure/pdf/tagged-pdf.ts'
import type { Crops } from './crop-picture.ts'
import { measureFactLine, measureFactRows } from './draw-facts.ts'
import { measureHistory } from './draw-history.ts'
import { drawCrop, measureWholePicture } from './draw-picture.ts'
import { drawSeverityOf } from './draw-severity.ts'
import { drawParagraphs, measureParagraph } from './draw-summary.ts'
import type { Crop, FindingPart, WholePicture } from './report-document.ts'

const PICTURE_HEIGHT = 135
const PHOTO = { w: 152, h: PICTURE_HEIGHT }
const CROP_WIDTH = PICTURE_HEIGHT * CROP_RATIO
const GAP = 12
const SEVERITY_SIDE = 26
/** The height of facts beside the pictures. Most findings fit. */
const FACTS_HEIGHT = 165
/** The columns of further facts, below the pictures. */
const FACT_COLUMNS = 4
/** The space between two findings on one page, with a line in the middle. */
const BETWEEN = 24
/** The greatest height of a finding kept together: the room below a chapter title. */
const WHOLE_MAX = TEXT_HEIGHT - 70
/** The minimum of a text before a page break. */
const TEXT_BEGINS_WITH = 60

/**
 * Draws a finding on one page, below the previous one if there is room: head, pictures, facts, text and earlier years. Only a text that
 * does not fit on its own page continues on the next.
 *
 * @param chapter the place of the finding in the outline
 */
export function drawFinding(
  pdf: TaggedPdf,
  finding: FindingPart,
  crops: Crops,
  chapter: PDFKit.PDFOutline,
): void {
  const top = stack(measureHead(pdf, finding), space(8), measurePicturesAndFacts(pdf, finding, crops))
  const history = finding.history ? measureHistory(pdf, finding.history, crops) : []
  const texts = finding.paragraphs.map((paragraph) => measureParagraph(pdf, paragraph))
  const whole = stack(top, ...texts, ...history)
  const isLong = whole.height > WHOLE_MAX
  const wanted = isLong ? top.height + TEXT_BEGINS_WITH : whole.height
  if (!pdf.isAtTop) separate(pdf, wanted)
  pdf.addDestination(finding.destination)
  pdf.addToOutline(`${finding.number} ${finding.title}`, chapter)
  pdf.group('Sect', () => {
    if (!isLong) return pdf.add(whole)
    pdf.add(top)
    drawParagraphs(pdf, finding.paragraphs)
    const years = stack(...history)
    if (years.height <= TEXT_HEIGHT) pdf.ensure(years.height)
    for (const part of history) pdf.add(part)
  })
}

/** Begins a new page, or draws a line below the previous finding. */
function separate(pdf: TaggedPdf, height: number): void {
  if (BETWEEN + height > pdf.room) {
    pdf.document.addPage()
    return
  }
  const y = pdf.y + BETWEEN / 2
  pdf.artifact(() => {
    pdf.document
      .moveTo(PAGE.margin, y)
      .lineTo(PAGE.margin + TEXT_WIDTH, y)
      .lineWidth(0.5)
      .stroke(COLOURS.hairline)
  })
  pdf.y += BETWEEN
}

function measureHead(
  pdf: TaggedPdf,
  { number, title, status, severity, severityName, isSolved }: FindingPart,
): Measured {
  const indent = SEVERITY_SIDE + 10
  const width = TEXT_WIDTH - indent
  const line = [number, severityName, status].join('  ·  ')
  const words = stack(
    tagText(pdf, 'H2', pdf.measure(title, { size: 12, bold: true, colour: COLOURS.ink }, width)),
    space(1),
    tagText(pdf, 'P', pdf.measure(line, { size: 8.5, colour: COLOURS.soft }, width)),
  )
  return {
    height: Math.max(words.height - 1, SEVERITY_SIDE),
    draw(x, y) {
      pdf.tagged('P', () => drawSeverityOf(pdf, { severity, isSolved }, x, y, SEVERITY_SIDE))
      words.draw(x + indent, y - 1)
    },
  }
}

/** The photo, its enlarged part and the facts side by side; the remaining facts below. */
function measurePicturesAndFacts(
  pdf: TaggedPdf,
  { photo, crop, facts }: FindingPart,
  crops: Crops,
): Measured {
  const pictures = [
    ...(photo ? [measurePhoto(pdf, photo)] : []),
    ...(crop ? [measureCrop(pdf, crop, crops)] : []),
  ]
  const left = pictures.reduce((sum, { width }) => sum + width + GAP, 0)
  const height = Math.max(0, ...pictures.map((picture) => picture.height))
  const lines = pictures.length > 0 ? measureLines(pdf, facts, TEXT_WIDTH - left, FACTS_HEIGHT) : []
  const beside = stack(...lines)
  const rest = facts.slice(lines.length)
  const together: Measured = {
    height: Math.max(height, beside.height),
    draw(x, y) {
      let next = x
      for (const picture of pictures) {
        picture.draw(next, y)
        next += picture.width + GAP
      }
      if (lines.length > 0) pdf.group('L', () => beside.draw(x + left, y))
    },
  }
  return stack(together, space(pictures.length > 0 ? 6 : 0), measureRest(pdf, rest))
}

function measurePhoto(pdf: TaggedPdf, photo: WholePicture): Measured & { width: number } {
  const picture = measureWholePicture(pdf, photo, PHOTO)
  const caption = pdf.measure(photo.caption, { size: 6.5, colour: COLOURS.faint }, PHOTO.w)
  const part = stack(picture, space(3), tagText(pdf, 'Caption', caption))
  return { height: part.height, width: PHOTO.w, draw: part.draw }
}

function measureCrop(pdf: TaggedPdf, crop: Crop, crops: Crops): Measured & { width: number } {
  return {
    height: PICTURE_HEIGHT,
    width: CROP_WIDTH,
    draw: (x, y) => drawCrop(pdf, crop, crops.get(crop), { x, y, w: CROP_WIDTH, h: PICTURE_HEIGHT }),
  }
}

/** As many facts, one a line, as fit into `height`. */
function measureLines(
  pdf: TaggedPdf,
  facts: FindingPart['facts'],
  width: number,
  height: number,
): Measured[] {
  const lines: Measured[] = []
  let free = height
  for (const fact of facts) {
    const line = measureFactLine(pdf, fact, width)
    free -= line.height
    if (free < 0) break
    lines.push(line)
  }
  return lines
}

function measureRest(pdf: TaggedPdf, facts: FindingPart['facts']): Measured {
  if (facts.length === 0) return space(0)
  const gap = 16
  const width = (TEXT_WIDTH - gap * (FACT_COLUMNS - 1)) / FACT_COLUMNS
  const rows = measureFactRows(pdf, facts, { columns: FACT_COLUMNS, width, gap, scale: 0.9 })
  return inGroup(pdf, 'L', stack(...rows.map((row) => stack(row, space(6)))))
}
