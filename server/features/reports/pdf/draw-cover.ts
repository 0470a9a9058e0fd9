import { type Measured, row, space, stack } from '#server/infrastructure/pdf/measured.ts'
import { COLOURS, CROP_RATIO, PAGE, TEXT_WIDTH } from '#server/infrastructure/pdf/page-style.ts'
import { inGroup, tagText } from '#server/infrastructure/pdf/tagged-parts.ts'
import type { TaggedPdf } from '#server/infrastructure/pdf/tagged-pdf.ts'
import type { Crops } from './crop-picture.ts'
import { measureFactRows } from './draw-facts.ts'
import { drawCoveringPicture, drawCrop } from './draw-picture.ts'
import { drawSeverity, drawSign } from './draw-severity.ts'
import { measureCounts } from './draw-summary.ts'
import type { Cover, CoverFinding, Fact, ReportDocument } from './report-document.ts'

const PICTURE_TOP = 92
/** The sizes of pictures and letters. Long texts first shrink the pictures, then the letters. */
const FITS: Fit[] = [
  { picture: 150, crop: 1, title: 1, facts: 1 },
  { picture: 110, crop: 1, title: 0.9, facts: 1 },
  { picture: 70, crop: 1, title: 0.9, facts: 1 },
  { picture: 40, crop: 1, title: 0.8, facts: 0.95 },
  { picture: 0, crop: 1, title: 0.8, facts: 0.95 },
  { picture: 0, crop: 0.75, title: 0.65, facts: 0.9 },
  { picture: 0, crop: 0.5, title: 0.6, facts: 0.8 },
  { picture: 0, crop: 0.35, title: 0.5, facts: 0.7 },
  { picture: 0, crop: 0.2, title: 0.45, facts: 0.6 },
  { picture: 0, crop: 0.1, title: 0.4, facts: 0.5 },
]
/** The margin between picture and title, and at the bottom. */
const SPACE = 22
const STATE_SIDE = 52
const STATE_WIDTH = 150
/** The findings in a row, and the gap between them. */
const WORST_GAP = 12
const WORST_WIDTH = (TEXT_WIDTH - 2 * WORST_GAP) / 3

interface Fit {
  /** The height of the picture, in points; 0 for none. */
  picture: number
  /** The scale of the crops of the findings. */
  crop: number
  /** The scale of the letters of the title and the facts. */
  title: number
  facts: number
}

/** The first page: the turbine, its state, what is worst, the changes and the next dates. Always one page. */
export function drawCover(pdf: TaggedPdf, { cover, title, number }: ReportDocument, crops: Crops): void {
  pdf.document.addPage()
  pdf.addToOutline(title)
  pdf.group('Sect', () => {
    drawHead(pdf, number)
    const { height, text } = fitText(pdf, cover, crops)
    const picture = { x: 0, y: PICTURE_TOP, w: PAGE.width, h: height }
    // A cover without a photo has the product's colour and rotor mark.
    if (height > 0 && (!cover.picture || !drawCoveringPicture(pdf, cover.picture, picture))) {
      pdf.artifact(() => {
        pdf.document.rect(picture.x, picture.y, picture.w, picture.h).fill(COLOURS.action)
        drawRotor(pdf, picture.w * 0.72, picture.y + height * 0.52, (height / 318) * 8.6)
      })
    }
    text.draw(PAGE.margin, PICTURE_TOP + height + SPACE)
  })
}

/** The largest pictures and letters with which everything fits. */
function fitText(pdf: TaggedPdf, cover: Cover, crops: Crops): { height: number; text: Measured } {
  let fitted = { height: 0, text: space(0) }
  for (const fit of FITS) {
    fitted = { height: fit.picture, text: measureText(pdf, cover, crops, fit) }
    if (PICTURE_TOP + fit.picture + SPACE + fitted.text.height <= PAGE.height - SPACE) break
  }
  return fitted
}

function measureText(pdf: TaggedPdf, cover: Cover, crops: Crops, fit: Fit): Measured {
  const { kind, turbine, place, release, state, counts, worst, news, facts } = cover
  const width = TEXT_WIDTH - STATE_WIDTH - 12
  const large = { size: 27 * fit.title, bold: true, colour: COLOURS.ink }
  const small = { size: Math.min(12, 14 * fit.title), colour: COLOURS.soft }
  const title = stack(
    tagText(pdf, 'P', pdf.measure(kind, { size: 11, bold: true, colour: COLOURS.action }, width)),
    space(5),
    tagText(pdf, 'H1', pdf.layout.measureBalanced(turbine, large, width)),
    space(3),
    tagText(pdf, 'P', pdf.measure(place, small, width)),
    space(5),
    tagText(pdf, 'P', pdf.measure(release, { ...small, size: 10, colour: COLOURS.ink }, width)),
  )
  const signed = measureState(pdf, state)
  const both = {
    height: Math.max(title.height, signed.height),
    draw(x: number, y: number) {
      title.draw(x, y)
      signed.draw(x + TEXT_WIDTH - STATE_WIDTH, y)
    },
  }
  const sentence = { size: 11 * fit.facts, colour: COLOURS.ink, lineGap: 2 }
  return stack(
    both,
    space(12),
    tagText(pdf, 'P', pdf.measure(state.sentence, sentence)),
    space(12),
    measureCounts(pdf, counts),
    ...(worst.findings.length > 0 ? [space(14), measureWorst(pdf, worst, crops, fit)] : []),
    space(14),
    measureFacts(pdf, news, { columns: 1, scale: fit.facts }),
    measureFacts(pdf, facts, { columns: 3, scale: fit.facts * 0.85 }),
  )
}

/** The worst findings beside each other, each with its picture. */
function measureWorst(pdf: TaggedPdf, { title, findings }: Cover['worst'], crops: Crops, fit: Fit): Measured {
  const heading = pdf.measure(title, { size: 11 * fit.facts, bold: true, colour: COLOURS.action })
  const columns = findings.map((finding) => inGroup(pdf, 'Div', measureFinding(pdf, finding, crops, fit)))
  return stack(tagText(pdf, 'H2', heading), space(6), row(columns, WORST_WIDTH + WORST_GAP))
}

function measureFinding(
  pdf: TaggedPdf,
  { number, title, severity, lines, crop, destination }: CoverFinding,
  crops: Crops,
  fit: Fit,
): Measured {
  const picture = { w: WORST_WIDTH, h: (WORST_WIDTH / CROP_RATIO) * fit.crop }
  const sign = 13 * fit.facts
  const name = pdf.measure(
    `${number} · ${title}`,
    { size: 9 * fit.facts, bold: true, colour: COLOURS.ink },
    WORST_WIDTH - sign - 6,
  )
  const words = lines.map(({ text, isUrgent }) => {
    const style = { size: 8 * fit.facts, colour: isUrgent ? COLOURS.overdue : COLOURS.soft }
    return stack(space(1.5), tagText(pdf, 'P', pdf.measure(text, style, WORST_WIDTH)))
  })
  const head: Measured = {
    height: Math.max(sign, name.height),
    draw(x, y) {
      const draw = () => {
        drawSeverity(pdf, severity, x, y, sign)
        pdf.draw(name, x + sign + 6, y)
        return { x, y, w: WORST_WIDTH, h: Math.max(sign, name.height) }
      }
      if (destination === null) pdf.tagged('P', () => void draw())
      else pdf.link(destination, `${number} ${title}`, draw)
    },
  }
  const pictured: Measured = {
    height: crop ? picture.h + 5 : 0,
    draw(x, y) {
      if (crop) drawCrop(pdf, crop, crops.get(crop), { x, y, ...picture })
    },
  }
  return stack(pictured, head, ...words)
}

/** The state's letter above its name, at the right edge. */
function measureState(pdf: TaggedPdf, { letter, severity, name }: Cover['state']): Measured {
  const style = { size: 9, colour: COLOURS.soft, align: 'right' } as const
  const text = pdf.measure(name, style, STATE_WIDTH)
  return {
    height: STATE_SIDE + 7 + text.height,
    draw: (x, y) =>
      pdf.tagged('P', () => {
        drawSign(pdf, letter, severity, x + STATE_WIDTH - STATE_SIDE, y, STATE_SIDE)
        pdf.draw(text, x, y + STATE_SIDE + 7)
      }),
  }
}

function drawHead(pdf: TaggedPdf, number: string): void {
  const { margin } = PAGE
  pdf.artifact(() => {
    pdf.document.roundedRect(margin, margin - 6, 26, 26, 5.5).fill(COLOURS.action)
    drawRotor(pdf, margin + 13, margin + 8.4, 0.63)
  })
  const name = pdf.measure('Kanat', { size: 16, bold: true, colour: COLOURS.action }, 70)
  tagText(pdf, 'P', name).draw(margin + 35, margin - 3)
  const style = { size: 9, colour: COLOURS.soft, align: 'right' } as const
  // The facts have the turbine's code, too.
  const left = margin + 120
  const line = pdf.layout.measureLine(number, style, TEXT_WIDTH - 120, 7)
  tagText(pdf, 'P', line).draw(left, margin + 2)
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

/** Names and values in columns, with a line above each. */
function measureFacts(
  pdf: TaggedPdf,
  facts: readonly Fact[],
  { columns, scale }: { columns: number; scale: number },
): Measured {
  const gap = 24
  const width = (TEXT_WIDTH - gap * (columns - 1)) / columns
  const above = 5 * scale
  const rows = measureFactRows(pdf, facts, { columns, width, gap, scale })
  return inGroup(pdf, 'L', stack(...rows.map((some) => stack(space(above), underLines(some), space(above)))))

  function underLines(some: Measured): Measured {
    return {
      height: some.height,
      draw(x, y) {
        pdf.artifact(() => {
          for (let column = 0; column < columns; column += 1) {
            const left = x + column * (width + gap)
            pdf.document
              .moveTo(left, y - above)
              .lineTo(left + width, y - above)
              .lineWidth(0.5)
              .stroke(COLOURS.hairline)
          }
        })
        some.draw(x, y)
      },
    }
  }
}
