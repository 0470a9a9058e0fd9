/** Between words; after a hyphen, a dash or a slash between two words, but not inside of a number such as `A-LE-001`. */
const BREAKS = /(?<= )(?! )|(?<=\p{L}{2}[-–—/])(?=\p{L}{2})/u
/** A letter with its marks. */
const LETTERS = /\P{M}\p{M}*/gsu
/** Signs after which a word that is wider than a line is cut rather than elsewhere, as in the name of a file. */
const CUTS = /[-_.,;:/\\@]/

/**
 * Splits a text into lines of at most this width. A word that is wider than a line is cut.
 *
 * @param widthOf the width of a piece of text, in the unit of `width`
 * @returns at least one line, without spaces at its end
 */
export function breakLines(text: string, width: number, widthOf: (piece: string) => number): string[] {
  return text.split('\n').flatMap((paragraph) => breakParagraph(paragraph, width, widthOf))
}

function breakParagraph(paragraph: string, width: number, widthOf: (piece: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  let used = 0
  for (const word of paragraph.split(BREAKS)) {
    const wide = widthOf(word.trimEnd())
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

/** How many letters from `start` have room on one line. */
function mostLetters(
  letters: readonly string[],
  start: number,
  width: number,
  widthOf: (piece: string) => number,
): number {
  const hasRoom = (count: number) =>
    widthOf(
      letters
        .slice(start, start + count)
        .join('')
        .trimEnd(),
    ) <= width
  const rest = letters.length - start
  let most = 1
  // The width of a whole text would be measured for each of its lines otherwise.
  let next = 2
  while (next <= rest && hasRoom(next)) {
    most = next
    next *= 2
  }
  for (let low = most + 1, high = Math.min(next - 1, rest); low <= high; ) {
    const middle = Math.floor((low + high) / 2)
    if (hasRoom(middle)) {
      most = middle
      low = middle + 1
    } else high = middle - 1
  }
  return most
}

/** The end of a piece after a sign in its last third, else after as many letters as have room. */
function niceEnd(letters: readonly string[], start: number, end: number): number {
  for (let place = end; place > start + ((end - start) * 2) / 3; place -= 1) {
    if (CUTS.test(letters[place - 1] ?? '')) return place
  }
  return end
}
