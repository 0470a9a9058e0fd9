import { inRows, type Measured, row, space, stack } from '#server/infrastructure/pdf/measured.ts'
import { COLOURS } from '#server/infrastructure/pdf/page-style.ts'
import { inGroup, tagText } from '#server/infrastructure/pdf/tagged-parts.ts'
import type { TaggedPdf } from '#server/infrastructure/pdf/tagged-pdf.ts'
import type { Fact } from './report-document.ts'

/** The fraction of a line for the name of a fact. */
const NAME_SHARE = 0.44

/** A name before its value. */
export function measureFactLine(pdf: TaggedPdf, { name, value, isUrgent }: Fact, width: number): Measured {
  const left = width * NAME_SHARE
  const small = tagText(pdf, 'Lbl', pdf.measure(name, { size: 7, colour: COLOURS.faint }, left - 4))
  const style = { size: 8, bold: true, colour: isUrgent ? COLOURS.overdue : COLOURS.ink }
  const large = tagText(pdf, 'LBody', pdf.measure(value, style, width - left))
  const line: Measured = {
    height: Math.max(small.height + 1, large.height) + 3,
    draw(x, y) {
      small.draw(x, y + 1)
      large.draw(x + left, y)
    },
  }
  return inGroup(pdf, 'LI', line)
}

/** A name above its value. @param scale of the letters */
function measureFact(pdf: TaggedPdf, { name, value, isUrgent }: Fact, width: number, scale = 1): Measured {
  const small = { size: 8 * scale, colour: COLOURS.faint }
  const colour = isUrgent ? COLOURS.overdue : COLOURS.ink
  const large = { size: 9.5 * scale, bold: true, colour, lineGap: scale }
  const fact = stack(
    tagText(pdf, 'Lbl', pdf.measure(name, small, width)),
    space(scale),
    tagText(pdf, 'LBody', pdf.measure(value, large, width)),
  )
  return inGroup(pdf, 'LI', fact)
}

/** Facts in columns, row by row. */
export function measureFactRows(
  pdf: TaggedPdf,
  facts: readonly Fact[],
  { columns, width, gap, scale = 1 }: { columns: number; width: number; gap: number; scale?: number },
): Measured[] {
  return inRows(facts, columns).map((some) =>
    row(
      some.map((fact) => measureFact(pdf, fact, width, scale)),
      width + gap,
    ),
  )
}
