/** A fault in `content/` that an editor must correct. */
export interface Fault {
  /** The path below `content/`, as in `faq/tr/prices.md`. */
  file: string
  /** The field, as in `landing.hero.text`, or the line, as in `line 9`. */
  place?: string | undefined
  /** What is wrong and, after a colon or a semicolon, what to do. */
  problem: string
}

/** Formats a fault in one line: file, place, what is wrong and what to do. */
export function faultLine({ file, place, problem }: Fault): string {
  return `content/${file}${place ? `, ${place}` : ''}: ${problem}.`
}
