import { type Measured, space, stack } from '#server/infrastructure/pdf/measured.ts'
import { COLOURS, PAGE, TEXT_WIDTH } from '#server/infrastructure/pdf/page-style.ts'
import { inGroup, tagText } from '#server/infrastructure/pdf/tagged-parts.ts'
import type { TaggedPdf } from '#server/infrastructure/pdf/tagged-pdf.ts'
import { measureFactRows } from './draw-facts.ts'
import { drawCoveringPicture } from './draw-picture.ts'
import { drawSign } from './draw-severity.ts'
import type { Cover, Fact, ReportDocument } from './report-document.ts'

const PICTURE_TOP = 104
/** The sizes of picture and letters. Long texts first shrink the picture, then the letters. */
const FITS: Fit[] = [
  { picture: 318, title: 1, facts: 1 },
  { picture: 270, title: 1, facts: 1 },
  { picture: 220, title: 1, facts: 1 },
  { picture: 220, title: 0.8, facts: 1 },
  { picture: 170, title: 0.75, facts: 0.95 },
  { picture: 170, title: 0.65, facts: 0.9 },
  { picture: 120, title: 0.6, facts: 0.85 },
  { picture: 120, title: 0.55, facts: 0.75 },
  { picture: 90, title: 0.5, facts: 0.7 },
  { picture: 60, title: 0.45, facts: 0.6 },
  { picture: 40, title: 0.4, facts: 0.5 },
]
/** The margin between picture and title, and at the bottom. */
const SPACE = 34
const STATE_SIDE = 52
const STATE_WIDTH = 150

interface Fit {
  /** The height of the picture, in points. */
  picture: number
  /** The scale of the letters of the title and the facts. */
  title: number
  facts: number
}

/** The first page: the turbine, its state, and the facts of the inspection. Always one page. */
export function drawCover(pdf: TaggedPdf, { cover, title, number }: ReportDocument): void {
  pdf.document.addPage()
  pdf.addToOutline(title)
  pdf.group('Sect', () => {
    drawHead(pdf, number)
    const { height, text } = fitText(pdf, cover)
    const picture = { x: 0, y: PICTURE_TOP, w: PAGE.width, h: height }
    // A cover without a photo has the product's colour and rotor mark.
    if (!cover.picture || !drawCoveringPicture(pdf, cover.picture, picture)) {
      pdf.artifact(() => {
        pdf.document.rect(picture.x, picture.y, picture.w, picture.h).fill(COLOURS.action)
        drawRotor(pdf, picture.w * 0.72, picture.y + height * 0.52, (height / 318) * 8.6)
      })
    }
    text.draw(PAGE.margin, PICTURE_TOP + height + SPACE)
  })
}

/** The largest picture and letters with which everything fits. */
function fitText(pdf: TaggedPdf, cover: Cover): { height: number; text: Measured } {
  let fitted = { height: 0, text: space(0) }
  for (const fit of FITS) {
    fitted = { height: fit.picture, text: measureText(pdf, cover, fit) }
    if (PICTURE_TOP + fit.picture + SPACE + fitted.text.height <= PAGE.height - SPACE) break
  }
  return fitted
}

function measureText(
  pdf: TaggedPdf,
  { kind, turbine, place, release, state, facts }: Cover,
  fit: Fit,
): Measured {
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
  return stack(both, space(20), measureFacts(pdf, facts, fit.facts))
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

/** Names and values in two columns, with a line above each. */
function measureFacts(pdf: TaggedPdf, facts: Fact[], scale: number): Measured {
  const gap = 24
  const width = (TEXT_WIDTH - gap) / 2
  const rows = measureFactRows(pdf, facts, { columns: 2, width, gap, scale })
  return inGroup(
    pdf,
    'L',
    stack(...rows.map((facts) => stack(space(7 * scale), alignLines(facts), space(7 * scale)))),
  )

  function alignLines(facts: Measured): Measured {
    return {
      height: facts.height,
      draw(x, y) {
        pdf.artifact(() => {
          for (const left of [x, x + width + gap]) {
            const line = y - 7 * scale
            pdf.document
              .moveTo(left, line)
              .lineTo(left + width, line)
              .lineWidth(0.5)
              .stroke(COLOURS.hairline)
          }
        })
        facts.draw(x, y)
      },
    }
  }
}
