import { inRows, type Measured, row, space, stack } from './measured.ts'
import { COLOURS } from './page-style.ts'
import type { Fact } from './report-document.ts'
import { inGroup, tagText } from './tagged-parts.ts'
import type { TaggedPdf } from './tagged-pdf.ts'

/** A name above its value. @param scale of the letters */
export function measureFact(pdf: TaggedPdf, { name, value }: Fact, width: number, scale = 1): Measured {
  const small = { size: 8 * scale, colour: COLOURS.faint }
  const large = { size: 9.5 * scale, bold: true, colour: COLOURS.ink, lineGap: scale }
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
