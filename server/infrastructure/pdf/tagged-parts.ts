import type { Measured } from './measured.ts'
import type { Group, Tag, TaggedPdf } from './tagged-pdf.ts'
import type { MeasuredText } from './text-layout.ts'

/** A text with its tag, whose lines stay together. */
export function tagText(pdf: TaggedPdf, tag: Tag, text: MeasuredText): Measured {
  return { height: text.height, draw: (x, y) => pdf.tagged(tag, () => pdf.layout.draw(text, x, y)) }
}

/** A part inside an element of the tag tree. */
export function inGroup(pdf: TaggedPdf, type: Group, part: Measured): Measured {
  return { height: part.height, draw: (x, y) => pdf.group(type, () => part.draw(x, y)) }
}
