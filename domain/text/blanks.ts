/** Invisible characters without width: joiners, byte order and direction marks, soft hyphens. */
const WITHOUT_WIDTH = /\p{Cf}+/gu

/** The text with one blank for white space of any kind, such as a line break in a cell, and without zero-width characters. */
export function withSingleBlanks(text: string): string {
  return text.replace(WITHOUT_WIDTH, '').replace(/\s+/g, ' ').trim()
}
