/** Between words; after a hyphen, a dash or a slash between two words, but not inside a number such as `A-LE-001`. */
const BREAKS = /(?<= )(?! )|(?<=\p{L}{2}[-–—/])(?=\p{L}{2})/u
/** A letter with its marks. Marks beyond those of any script count as letters, which bounds a letter's width. */
const LETTERS = /\P{M}\p{M}{0,8}|\p{M}{1,8}/gsu
/** Longer pieces, in UTF-16 code units, are never measured as a whole. No line of a report has room for one. */
const MEASURED_MAX_LENGTH = 400
/** Preferred break characters in a word wider than a line, as in a file name. */
const CUTS = /[-_.,;:/\\@]/

/**
 * Breaks a text into lines of at most this width. A word wider than a line is cut. Linear in the text's length, also for a single word of
 * thousands of letters.
 *
 * @param widthOf the width of a piece of text, in the unit of `width`
 * @returns at least one line, without trailing spaces
 */
export function breakLines(text: string, width: number, widthOf: (piece: string) => number): string[] {
  return text.split('\n').flatMap((paragraph) => breakParagraph(paragraph, width, widthOf))
}

function breakParagraph(paragraph: string, width: number, widthOf: (piece: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  let used = 0
  for (const word of paragraph.split(BREAKS)) {
    const wide = word.length > MEASURED_MAX_LENGTH ? Number.POSITIVE_INFINITY : widthOf(word.trimEnd())
    if (line !== '' && used + wide > width) {
      lines.push(line)
      line = ''
      used = 0
    }
    const pieces = wide > width ? cutWord(word, width, widthOf) : [word]
    lines.push(...pieces.slice(0, -1))
    line += pieces.at(-1) ?? ''
    used += widthOf(pieces.at(-1) ?? '')
  }
  return [...lines, line].map((each) => each.trimEnd())
}

/** Pieces of at most this width, each with one letter at least. */
function cutWord(word: string, width: number, widthOf: (piece: string) => number): string[] {
  const letters = word.match(LETTERS) ?? [word]
  const pieces: string[] = []
  for (let start = 0; start < letters.length; ) {
    const count = Math.max(1, mostLetters(letters, start, width, widthOf))
    const end = start + count === letters.length ? letters.length : niceEnd(letters, start, start + count)
    pieces.push(letters.slice(start, end).join(''))
    start = end
  }
  return pieces
}

/** How many letters from `start` fit on one line. */
function mostLetters(
  letters: readonly string[],
  start: number,
  width: number,
  widthOf: (piece: string) => number,
): number {
  const rest = Math.min(letters.length - start, MEASURED_MAX_LENGTH)
  const hasRoom = (count: number) =>
    widthOf(
      letters
        .slice(start, start + count)
        .join('')
        .trimEnd(),
    ) <= width
  // Kerning changes the width a little, so this is almost right.
  let most = 0
  for (let used = 0; most < rest; most += 1) {
    used += widthOf(letters[start + most] ?? '')
    if (used > width) break
  }
  while (most > 1 && !hasRoom(most)) most -= 1
  while (most < rest && hasRoom(most + 1)) most += 1
  return most
}

/** The end of a piece: after a break character in its last third, else after the letters that fit. */
function niceEnd(letters: readonly string[], start: number, end: number): number {
  for (let place = end; place > start + ((end - start) * 2) / 3; place -= 1) {
    if (CUTS.test(letters[place - 1] ?? '')) return place
  }
  return end
}
