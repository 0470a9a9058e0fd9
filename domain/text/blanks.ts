/** What is not seen and has no width: joiners, marks of the byte order and of the direction, soft hyphens. */
const WITHOUT_WIDTH = /\p{Cf}+/gu

/** The text with one blank for white space of any kind, such as the line break in a cell of a spreadsheet, and without what has no width. */
export function withSingleBlanks(text: string): string {
  return text.replace(WITHOUT_WIDTH, '').replace(/\s+/g, ' ').trim()
}
