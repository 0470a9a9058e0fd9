import { inRows, type Measured, row, space, stack } from '#server/infrastructure/pdf/measured.ts'
import { COLOURS, CROP_RATIO, TEXT_WIDTH } from '#server/infrastructure/pdf/page-style.ts'
import { inGroup, tagText } from '#server/infrastructure/pdf/tagged-parts.ts'
import type { TaggedPdf } from '#server/infrastructure/pdf/tagged-pdf.ts'
import type { Crops } from './crop-picture.ts'
import { drawCrop } from './draw-picture.ts'
import { drawSeverity } from './draw-severity.ts'
import type { FindingPart, HistoryStep } from './report-document.ts'

const IN_ROW = 3
const GAP = 16
const STEP_WIDTH = (TEXT_WIDTH - (IN_ROW - 1) * GAP) / IN_ROW
const PICTURE = { w: 60, h: 60 / CROP_RATIO, gap: 8 }
const ROW_GAP = 8
const FORECAST = { size: 8, colour: COLOURS.soft }

/** The earlier years of a finding, oldest first: in rows, the first one with the heading. */
export function measureHistory(
  pdf: TaggedPdf,
  { title, steps, forecast }: NonNullable<FindingPart['history']>,
  crops: Crops,
): Measured[] {
  const heading = pdf.measure(title, { size: 9, bold: true, colour: COLOURS.action })
  const rows = rowsOf(steps).map((some, index) =>
    stack(space(index === 0 ? 4 : ROW_GAP), measureSteps(pdf, some, crops)),
  )
  const expected =
    forecast === null ? [] : [stack(space(4), tagText(pdf, 'P', pdf.measure(forecast, FORECAST)))]
  return [stack(space(2), tagText(pdf, 'H3', heading), rows[0] ?? space(0)), ...rows.slice(1), ...expected]
}

/** Rows of steps. The last one, with the newest, is full. */
function rowsOf(steps: readonly HistoryStep[]): HistoryStep[][] {
  const oldest = steps.length % IN_ROW
  return [steps.slice(0, oldest), ...inRows(steps.slice(oldest), IN_ROW)].filter(({ length }) => length > 0)
}

/** A row without pictures reserves no space for them. */
function measureSteps(pdf: TaggedPdf, steps: readonly HistoryStep[], crops: Crops): Measured {
  const indent = steps.some(({ crop }) => crop !== null) ? PICTURE.w + PICTURE.gap : 0
  return row(
    steps.map((step) => inGroup(pdf, 'Div', measureStep(pdf, step, crops, indent))),
    STEP_WIDTH + GAP,
  )
}

/** The picture, and the words beside it. */
function measureStep(pdf: TaggedPdf, step: HistoryStep, crops: Crops, indent: number): Measured {
  const words = measureWords(pdf, step, STEP_WIDTH - indent)
  return {
    height: Math.max(indent === 0 ? 0 : PICTURE.h, words.height),
    draw(x, y) {
      if (indent > 0) drawPicture(pdf, step, crops, x, y)
      words.draw(x + indent, y)
    },
  }
}

function drawPicture(pdf: TaggedPdf, { crop }: HistoryStep, crops: Crops, x: number, y: number): void {
  const { w, h } = PICTURE
  if (crop) {
    drawCrop(pdf, crop, crops.get(crop), { x, y, w, h })
    return
  }
  pdf.artifact(() => {
    pdf.document.rect(x, y, w, h).lineWidth(0.5).fillAndStroke(COLOURS.sunken, COLOURS.hairline)
  })
}

function measureWords(
  pdf: TaggedPdf,
  { year, severity, severityName, lines }: HistoryStep,
  width: number,
): Measured {
  const title = pdf.measure(
    `${year}  ·  ${severityName}`,
    { size: 8, bold: true, colour: COLOURS.ink },
    width - 14,
  )
  const head: Measured = {
    height: Math.max(11, title.height),
    draw: (x, y) =>
      pdf.tagged('P', () => {
        drawSeverity(pdf, severity, x, y, 10)
        pdf.draw(title, x + 14, y)
      }),
  }
  const measured = lines.map((line) => {
    const text = pdf.measure(line, { size: 7.5, colour: COLOURS.soft }, width)
    return stack(space(1.5), tagText(pdf, 'P', text))
  })
  return stack(head, ...measured)
}
