import type { Crops } from './crop-picture.ts'
import { drawCrop } from './draw-picture.ts'
import { drawSeverity } from './draw-severity.ts'
import { inRows, type Measured, row, space, stack } from './measured.ts'
import { COLOURS, CROP_RATIO, PAGE, TEXT_WIDTH } from './page-style.ts'
import type { FindingPage, HistoryStep } from './report-document.ts'
import { inGroup, tagText } from './tagged-parts.ts'
import type { TaggedPdf } from './tagged-pdf.ts'

const IN_ROW = 4
const WIDTH = 118
const HEIGHT = WIDTH / CROP_RATIO
const ROW_GAP = 12
const GAP = (TEXT_WIDTH - IN_ROW * WIDTH) / (IN_ROW - 1)

/** The earlier years of a finding, the oldest first. They stand on one page if they have room there; a row of them always does. */
export function drawHistory(
  pdf: TaggedPdf,
  { title, steps }: NonNullable<FindingPage['history']>,
  crops: Crops,
): void {
  const heading = pdf.measure(title, { size: 10, bold: true, colour: COLOURS.action })
  const rows = rowsOf(steps).map((some) => stack(measureSteps(pdf, some, crops), space(ROW_GAP)))
  const all = [stack(tagText(pdf, 'H3', heading), space(6), rows[0] ?? space(0)), ...rows.slice(1)]
  const together = stack(...all)
  if (together.height <= PAGE.height - PAGE.margin - PAGE.bottom) pdf.ensure(together.height)
  for (const part of all) pdf.add(part)
}

/** Rows of steps, of which the last one is full: it has the newest ones. */
function rowsOf(steps: readonly HistoryStep[]): HistoryStep[][] {
  const oldest = steps.length % IN_ROW
  return [steps.slice(0, oldest), ...inRows(steps.slice(oldest), IN_ROW)].filter(({ length }) => length > 0)
}

/** A row without any picture has no space for pictures. */
function measureSteps(pdf: TaggedPdf, steps: readonly HistoryStep[], crops: Crops): Measured {
  const hasPictures = steps.some(({ crop }) => crop !== null)
  return row(
    steps.map((step) => {
      const words = measureWords(pdf, step)
      const parts = hasPictures ? [measurePicture(pdf, step, crops), space(7), words] : [words]
      return inGroup(pdf, 'Div', stack(...parts))
    }),
    WIDTH + GAP,
  )
}

function measurePicture(pdf: TaggedPdf, { crop }: HistoryStep, crops: Crops): Measured {
  return {
    height: HEIGHT,
    draw(x, y) {
      if (crop) return drawCrop(pdf, crop, crops.get(crop), { x, y, w: WIDTH, h: HEIGHT })
      pdf.artifact(() => {
        pdf.document.rect(x, y, WIDTH, HEIGHT).lineWidth(0.5).fillAndStroke(COLOURS.sunken, COLOURS.hairline)
      })
    },
  }
}

function measureWords(pdf: TaggedPdf, { year, severity, severityName, lines }: HistoryStep): Measured {
  const name = { size: 8.5, bold: true, colour: COLOURS.ink }
  const title = pdf.measure(`${year}  ·  ${severityName}`, name, WIDTH - 18)
  const head: Measured = {
    height: Math.max(13, title.height + 1),
    draw: (x, y) =>
      pdf.tagged('P', () => {
        drawSeverity(pdf, severity, x, y, 12)
        pdf.draw(title, x + 17, y + 1)
      }),
  }
  const measured = lines.map((line) => {
    const text = pdf.measure(line, { size: 8, colour: COLOURS.soft }, WIDTH)
    return stack(space(2), tagText(pdf, 'P', text))
  })
  return stack(head, ...measured)
}
